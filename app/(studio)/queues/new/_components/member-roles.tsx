"use client";
import { useQuery } from "@tanstack/react-query";
import { Field } from "@/app/_ui/control/field";
import { Picker } from "@/app/_ui/control/picker";
import { Avatar } from "@/app/_ui/text/avatar";
import { memberChoicesQuery } from "@/lib/client/account";
import type { QueueRole } from "@/lib/contracts/shapes";
import { RoleToggle } from "../../_components/role-toggle";

type Roles = Record<string, QueueRole[]>;

/** The queue's members and their roles. Its creator always has all three roles. */
export function MemberRoles({ roles, onChange }: { roles: Roles; onChange: (roles: Roles) => void }) {
  const members = useQuery(memberChoicesQuery());
  const people = members.data?.results ?? [];
  const choose = (ids: string[]) => onChange(Object.fromEntries(ids.map((id) => [id, roles[id] ?? ["annotator"]])));
  return (
    <Field label="Members" optional hint="You are already a member, with every role.">
      <Picker
        options={people.map((person) => ({
          value: person.user_id,
          label: person.name,
          hint: person.email,
          icon: <Avatar size="small" name={person.name} />,
        }))}
        value={Object.keys(roles)}
        onChange={choose}
        placeholder="Add people"
        loading={members.isPending}
        empty="No member matches"
      />
      <ul className="grid empty:hidden">
        {Object.entries(roles).map(([id, memberRoles]) => {
          const name = people.find((person) => person.user_id === id)?.name ?? "";
          return (
            <li key={id} className="flex min-h-9 items-center justify-between gap-3 border-b border-line last:border-0">
              <span className="flex min-w-0 items-center gap-2">
                <Avatar size="small" name={name} />
                <span className="truncate">{name}</span>
              </span>
              <RoleToggle name={name} roles={memberRoles} onChange={(next) => onChange({ ...roles, [id]: next })} />
            </li>
          );
        })}
      </ul>
    </Field>
  );
}
