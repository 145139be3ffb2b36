"use client";
import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { resetMemberSecondFactor } from "@/lib/client/account";
import type { Member } from "@/lib/contracts/accounts/organizations";

/** For a member who has lost the app and the recovery codes. */
export function ResetMemberFactor({ member, onClose }: { member: Member; onClose: () => void }) {
  const { mutate, isPending } = useMutation(resetMemberSecondFactor);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Turn off the second factor of ${member.name}?`}
      action="Turn off"
      busy={isPending}
      onConfirm={() => mutate({ user_id: member.user_id }, { onSettled: onClose })}
    >
      Their password alone signs them in then, until they set one up again. Be sure that it is {member.name} who asks.
    </ConfirmDialog>
  );
}
