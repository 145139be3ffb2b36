"use client";
import { removeMember } from "@/lib/client/account";
import { links } from "@/lib/client/links";
import { ConfirmChange } from "./confirm-change";

interface Props {
  /** The person who leaves. */
  userId: string;
  organizationId: string;
  onClose: () => void;
}

export const LeaveOrganization = ({ userId, organizationId, onClose }: Props) => (
  <ConfirmChange
    onClose={onClose}
    title="Leave the organization?"
    action="Leave"
    // Handled by the mutation itself: once no member matches, the list and this dialog may be unmounted.
    change={{ ...removeMember, onSuccess: () => location.assign(links.home()) }}
    input={{ user_id: userId, organization_id: organizationId }}
  >
    You lose access immediately. Your API keys and open invitations are revoked permanently. Annotations are kept. Items
    assigned to you become available to others.
  </ConfirmChange>
);
