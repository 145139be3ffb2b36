"use client";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { toast } from "@/app/_ui/feedback/toast";
import { removeMember } from "@/lib/client/account";
import { links } from "@/lib/client/links";
import type { Member } from "@/lib/contracts/accounts/organizations";
import { whatEnded } from "./revoked-access";

interface Props {
  member: Pick<Member, "user_id" | "name">;
  isMe: boolean;
  onClose: () => void;
}

export const RemoveMember = ({ member, isMe, onClose }: Props) => (
  <ConfirmChange
    onClose={onClose}
    title={isMe ? "Leave the organization?" : `Remove ${member.name}?`}
    action={isMe ? "Leave" : "Remove"}
    // Handled by the mutation itself: once no member matches, the list and this dialog may be unmounted.
    change={{
      ...removeMember,
      onSuccess: (ended) => {
        if (isMe) return location.assign(links.home());
        toast.done({ title: `${member.name} was removed`, ...whatEnded(ended) });
      },
    }}
    input={{ user_id: member.user_id }}
  >
    {isMe ? "You lose" : `${member.name} loses`} access immediately. {isMe ? "Your" : "Their"} API keys and open
    invitations are revoked permanently. Annotations are kept. Items assigned to {isMe ? "you" : "them"} become
    available to others.
  </ConfirmChange>
);
