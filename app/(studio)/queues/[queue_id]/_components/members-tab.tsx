"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { UserPlus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { useKeptFocus } from "@/app/_ui/keyboard/use-kept-focus";
import { Menu } from "@/app/_ui/overlay/menu";
import { Avatar } from "@/app/_ui/text/avatar";
import { memberChoicesQuery } from "@/lib/client/account";
import { updateQueue } from "@/lib/client/annotation";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { QueueRole } from "@/lib/contracts/shapes";
import { RoleToggle } from "../../_components/role-toggle";

/** The queue's members and their roles. Each change is saved at once. */
export function MembersTab({ queue, manages }: { queue: Queue; manages: boolean }) {
  const kept = useKeptFocus<HTMLUListElement>();
  const { roles, save } = useRoles(queue);
  return (
    <div className="max-w-3xl">
      <ul className="mb-4" {...kept}>
        {queue.annotators.flatMap((member) => {
          const { [member.user_id]: own } = roles;
          if (!own) return [];
          return (
            <MemberLine
              key={member.id}
              member={{ ...member, roles: own }}
              manages={manages}
              isCreator={member.user_id === queue.created_by}
              onChange={(changed) => save(member.user_id, changed)}
            />
          );
        })}
      </ul>
      {manages ? <AddMember known={roles} onAdd={(id) => save(id, ["annotator"])} /> : null}
    </div>
  );
}

type RolesByMember = Readonly<Record<string, QueueRole[]>>;

/** Members and their roles, shown as they will be. Each request has all of them, so it includes the changes before it. */
function useRoles(queue: Queue) {
  const { mutate } = useMutation({
    ...updateQueue,
    meta: { ...updateQueue.meta, showsErrors: false },
    scope: { id: `members of ${queue.id}` },
  });
  const saved: RolesByMember = Object.fromEntries(queue.annotators.map((member) => [member.user_id, member.roles]));
  const [unsaved, setUnsaved] = useState<RolesByMember | null>(null);
  const roles = unsaved ?? saved;
  /** Null removes the member. */
  const save = (id: string, changed: QueueRole[] | null) => {
    const { [id]: _, ...others } = roles;
    const next = changed ? { ...roles, [id]: changed } : others;
    setUnsaved(next);
    mutate(
      { queue_id: queue.id, annotator_ids: Object.keys(next), annotator_roles: next },
      { onSettled: () => setUnsaved(null) },
    );
  };
  return { roles, save };
}

interface MemberLineProps {
  member: Queue["annotators"][number];
  manages: boolean;
  isCreator: boolean;
  /** Null removes the member. */
  onChange: (roles: QueueRole[] | null) => void;
}

const MemberLine = ({ member: { name, email, roles }, manages, isCreator, onChange }: MemberLineProps) => (
  <li className="flex min-h-11 flex-wrap items-center gap-3 border-b border-line py-1">
    <Avatar name={name} />
    <span className="grid min-w-0 flex-1">
      <span className="truncate font-medium">{name}</span>
      <span className="truncate text-xs text-faint">{isCreator ? `${email}, created this queue` : email}</span>
    </span>
    <span className="max-sm:order-last max-sm:w-full max-sm:pl-10">
      <RoleToggle name={name} roles={roles} disabled={!manages || isCreator} onChange={onChange} />
    </span>
    {manages ? (
      <IconButton label={`Remove ${name} from this queue`} disabled={isCreator} onClick={() => onChange(null)}>
        <X aria-hidden="true" />
      </IconButton>
    ) : null}
  </li>
);

function AddMember({ known, onAdd }: { known: Readonly<Record<string, unknown>>; onAdd: (id: string) => void }) {
  const { data } = useQuery(memberChoicesQuery());
  const free = (data?.results ?? []).filter(({ user_id }) => !known[user_id]);
  return (
    <Menu
      align="start"
      trigger={
        <Button icon={<UserPlus aria-hidden="true" />} disabled={free.length === 0}>
          {free.length === 0 && data ? "All members added" : "Add member"}
        </Button>
      }
      groups={[free.map(({ user_id, name }) => ({ label: name, onSelect: () => onAdd(user_id) }))]}
    />
  );
}
