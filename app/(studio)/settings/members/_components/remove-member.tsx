"use client";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { toast } from "@/app/_ui/feedback/toast";
import { removeMember } from "@/lib/client/account";
import type { Member } from "@/lib/contracts/accounts/organizations";
import { whatEnded } from "./revoked-access";

interface Props {
  member: Pick<Member, "user_id" | "name">;
  onClose: () => void;
}

export const RemoveMember = ({ member, onClose }: Props) => (
  <ConfirmChange
    onClose={onClose}
    title={`Remove ${member.name}?`}
    action="Remove"
    // Handled by the mutation itself: once no member matches, the list and this dialog may be unmounted.
    change={{
      ...removeMember,
      onSuccess: (ended) => toast.done({ title: `${member.name} was removed`, ...whatEnded(ended) }),
    }}
    input={{ user_id: member.user_id }}
  >
    {member.name} loses access immediately. Their API keys and open invitations are revoked permanently. Annotations are
    kept, and so is the account: to delete the person's data too, choose “Delete account…” instead. Items assigned to
    them become available to others.
  </ConfirmChange>
);
