"use client";
import { CopiedLine } from "@/app/_components/copied-text";
import { links } from "@/lib/client/links";

interface NewLink {
  invitation: { email: string };
  sends_mail: boolean;
}

export const linkTitle = ({ invitation: { email }, sends_mail }: NewLink): string =>
  sends_mail ? `This link is mailed to ${email}` : `Send ${email} this link`;
export const linkHint = "The link is shown only once. It works once and expires after seven days.";

/** The link of a new invitation, to copy and send. */
export const InvitationLink = ({ token }: { token: string }) => (
  <CopiedLine text={location.origin + links.invitation(token)} label="Copy the link" />
);
