import { currentCaller } from "@/app/_server/session";
import { previewInvitation } from "@/lib/accounts/accept-invitation";
import { getUserInfo } from "@/lib/accounts/people";
import * as invitations from "@/lib/contracts/accounts/invitations";
import type { Output } from "@/lib/contracts/contract";
import { opened, publicContext } from "./public-context";

export type InvitationPreview = Output<typeof invitations.previewInvitation>;

/** The invitation's details, or the sentence that says why it cannot be accepted. */
export async function readInvitation(token: string | null): Promise<InvitationPreview | { refused: string }> {
  const input = invitations.previewInvitation.query.safeParse({ token });
  if (!input.success) return { refused: "This invitation link is incomplete. Copy the whole link." };
  return opened(() => previewInvitation(publicContext(), input.data));
}

/** The email address of the signed-in user; null if signed out. */
export async function signedInEmail(): Promise<string | null> {
  const caller = await currentCaller();
  return caller && (await getUserInfo({ ...publicContext(), caller }, {})).email;
}
