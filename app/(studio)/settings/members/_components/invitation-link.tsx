"use client";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { links } from "@/lib/client/links";

export const linkTitle = (email: string): string => `Send ${email} this link`;
export const linkHint = "The link is shown only once. It works once and expires after seven days.";

/** The link of a new invitation, to copy and send. */
export function InvitationLink({ token }: { token: string }) {
  const address = location.origin + links.invitation(token);
  return (
    <div className="flex items-center gap-1 rounded-md border border-line bg-sunk pl-3">
      <code className="min-w-0 flex-1 py-2 font-mono text-xs wrap-anywhere select-all">{address}</code>
      <CopyButton text={address} label="Copy the link" />
    </div>
  );
}
