"use client";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { resetMemberSecondFactor } from "@/lib/client/account";
import type { Member } from "@/lib/contracts/accounts/organizations";

/** For a member who has lost the app and the recovery codes. */
export const ResetMemberFactor = ({ member, onClose }: { member: Member; onClose: () => void }) => (
  <ConfirmChange
    onClose={onClose}
    title={`Turn off the second factor of ${member.name}?`}
    action="Turn off"
    change={resetMemberSecondFactor}
    input={{ user_id: member.user_id }}
  >
    Their password alone signs them in then, until they set one up again. Be sure that it is {member.name} who asks.
  </ConfirmChange>
);
