"use client";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { endMemberSessions } from "@/lib/client/account";
import type { Member } from "@/lib/contracts/accounts/organizations";

export const SignMemberOut = ({ member, onClose }: { member: Member; onClose: () => void }) => (
  <ConfirmChange
    onClose={onClose}
    title={`Sign ${member.name} out everywhere?`}
    action="Sign out"
    change={endMemberSessions}
    input={{ user_id: member.user_id }}
  >
    Each browser asks for a sign-in with the next request. {member.name} stays a member, and API keys keep working.
  </ConfirmChange>
);
