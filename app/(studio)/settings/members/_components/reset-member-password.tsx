"use client";
import { useMutation } from "@tanstack/react-query";
import { CopiedLine } from "@/app/_components/copied-text";
import { ShownOnceDialog } from "@/app/_components/shown-once-dialog";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { createPasswordReset } from "@/lib/client/account";
import { links } from "@/lib/client/links";
import type { Member } from "@/lib/contracts/accounts/organizations";

interface Props {
  member: Member;
  onClose: () => void;
}

/** Makes a link with which the member chooses a new password, to copy and send. */
export function ResetMemberPassword({ member, onClose }: Props) {
  const { mutate, data, isPending } = useMutation(createPasswordReset);
  if (!data)
    return (
      <ConfirmDialog
        onClose={onClose}
        title={`Make a password link for ${member.name}?`}
        action="Make the link"
        busy={isPending}
        danger={false}
        onConfirm={() => mutate({ user_id: member.user_id })}
      >
        {member.name} chooses a new password with it. Their current password works until then. An earlier link stops
        working.
      </ConfirmDialog>
    );
  return (
    <ShownOnceDialog
      onClose={onClose}
      done="Done"
      title={`Send ${member.email} this link`}
      description="The link is shown only once. It works once and expires after a day."
    >
      <CopiedLine text={location.origin + links.resetPassword(data.token)} label="Copy the link" />
    </ShownOnceDialog>
  );
}
