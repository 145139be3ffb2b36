"use client";
import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { endMemberSessions } from "@/lib/client/account";
import type { Member } from "@/lib/contracts/accounts/organizations";

export function SignMemberOut({ member, onClose }: { member: Member; onClose: () => void }) {
  const { mutate, isPending } = useMutation(endMemberSessions);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Sign ${member.name} out everywhere?`}
      action="Sign out"
      busy={isPending}
      onConfirm={() => mutate({ user_id: member.user_id }, { onSettled: onClose })}
    >
      Each browser asks for a sign-in with the next request. {member.name} stays a member, and API keys keep working.
    </ConfirmDialog>
  );
}
