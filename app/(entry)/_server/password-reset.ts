import { previewPasswordReset } from "@/lib/accounts/password-resets";
import * as contracts from "@/lib/contracts/accounts/password-resets";
import type { Output } from "@/lib/contracts/contract";
import { opened, publicContext } from "./public-context";

/** Whose password the link resets, or the sentence that says why it does not work. */
export async function readPasswordReset(
  token: string | null,
): Promise<Output<typeof contracts.previewPasswordReset> | { refused: string }> {
  const input = contracts.previewPasswordReset.query.safeParse({ token });
  if (!input.success) return { refused: "This link is incomplete. Copy the whole link." };
  return opened(() => previewPasswordReset(publicContext(), input.data));
}
