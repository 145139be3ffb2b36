"use client";
import { useMutation } from "@tanstack/react-query";
import { toast } from "@/app/_ui/feedback/toast";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { removeMember } from "@/lib/client/account";
import { links } from "@/lib/client/links";
import type { Member } from "@/lib/contracts/accounts/organizations";
import { whatEnded } from "./revoked-access";

interface Props {
  member: Member;
  isMe: boolean;
  onClose: () => void;
}

export function RemoveMember({ member, isMe, onClose }: Props) {
  // Handled by the mutation itself: once no member matches, the list and this dialog may be unmounted.
  const { mutate, isPending } = useMutation({
    ...removeMember,
    onSuccess: (ended) => {
      if (isMe) return location.assign(links.home());
      toast.done({ title: `${member.name} was removed`, ...whatEnded(ended) });
    },
  });
  const remove = () => mutate({ user_id: member.user_id }, { onSettled: onClose });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={isMe ? "Leave the organization?" : `Remove ${member.name}?`}
      action={isMe ? "Leave" : "Remove"}
      busy={isPending}
      onConfirm={remove}
    >
      {isMe ? "You lose" : `${member.name} loses`} access immediately. {isMe ? "Your" : "Their"} API keys and open
      invitations are revoked permanently. Annotations are kept. Items assigned to {isMe ? "you" : "them"} become
      available to others.
    </ConfirmDialog>
  );
}
