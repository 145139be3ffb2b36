"use client";
import { useState } from "react";
import { LeaveOrganization } from "@/app/_components/leave-organization";
import { actionsColumn, timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { Avatar } from "@/app/_ui/text/avatar";
import { Badge } from "@/app/_ui/text/badge";
import { grantableRoles } from "@/lib/accounts/rules/granting";
import type { Member } from "@/lib/contracts/accounts/organizations";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { DeleteMember } from "./delete-member";
import { MemberMenu } from "./member-menu";
import { RemoveMember } from "./remove-member";
import { ResetMemberFactor } from "./reset-member-factor";
import { ResetMemberPassword } from "./reset-member-password";
import { SignMemberOut } from "./sign-member-out";

interface Props {
  members: readonly Member[];
  stale: boolean;
  me: string | undefined;
  myRole: OrganizationRole | undefined;
  organizationId: string | undefined;
}

const facts: Column<Member>[] = [
  { key: "role", header: "Role", width: "w-24", cell: (member) => <Badge>{member.role}</Badge> },
  timeColumn("Since", (member) => member.created_at, { wide: true }),
];

export function MemberTable({ members, stale, me, myRole, organizationId }: Props) {
  const [removing, setRemoving] = useState<Member | null>(null);
  const [deleting, setDeleting] = useState<Member | null>(null);
  const [resetting, setResetting] = useState<Member | null>(null);
  const [factorOf, setFactorOf] = useState<Member | null>(null);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const roles = grantableRoles(myRole);
  const columns: Column<Member>[] = [
    { key: "name", header: "Name", cell: (member) => <Person member={member} isMe={member.user_id === me} /> },
    ...facts,
  ];
  if (roles.length > 0) {
    // Admins cannot change Owners.
    columns.push(
      actionsColumn({ width: "w-10" }, (member) =>
        roles.includes(member.role) ? (
          <MemberMenu
            member={member}
            roles={roles}
            isMe={member.user_id === me}
            onRemove={() => setRemoving(member)}
            onDelete={() => setDeleting(member)}
            onResetPassword={() => setResetting(member)}
            onResetFactor={() => setFactorOf(member)}
            onSignOut={() => setLeaving(member)}
          />
        ) : null,
      ),
    );
  }
  return (
    <>
      <Table caption="Members" columns={columns} rows={members} rowKey={(member) => member.user_id} stale={stale} />
      {factorOf ? <ResetMemberFactor member={factorOf} onClose={() => setFactorOf(null)} /> : null}
      {resetting ? <ResetMemberPassword member={resetting} onClose={() => setResetting(null)} /> : null}
      {leaving ? <SignMemberOut member={leaving} onClose={() => setLeaving(null)} /> : null}
      {deleting ? <DeleteMember member={deleting} onClose={() => setDeleting(null)} /> : null}
      {removing && removing.user_id !== me ? (
        <RemoveMember member={removing} onClose={() => setRemoving(null)} />
      ) : null}
      {removing && removing.user_id === me && organizationId ? (
        <LeaveOrganization userId={me} organizationId={organizationId} onClose={() => setRemoving(null)} />
      ) : null}
    </>
  );
}

function Person({ member, isMe }: { member: Member; isMe: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={member.name} />
      <span className="grid min-w-0">
        <span className="truncate font-medium">
          {member.name}
          {isMe ? <span className="font-normal text-faint"> (you)</span> : null}
        </span>
        <span className="truncate text-xs text-faint">{member.email}</span>
      </span>
    </span>
  );
}
