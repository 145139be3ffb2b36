"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { UserPlus, X } from "lucide-react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { useKeptFocus } from "@/app/_ui/keyboard/use-kept-focus";
import { Menu } from "@/app/_ui/overlay/menu";
import { Avatar } from "@/app/_ui/text/avatar";
import { memberChoicesQuery } from "@/lib/client/account";
import { updateQueue } from "@/lib/client/annotation";
import type { Queue } from "@/lib/contracts/annotation/queue-shapes";
import type { QueueRole } from "@/lib/contracts/shapes";
import { RoleToggle } from "../../_components/role-toggle";

/** The queue's members and their roles. Each change is saved at once. */
export function MembersTab({ queue, manages }: { queue: Queue; manages: boolean }) {
  const people = useQuery({ ...memberChoicesQuery(), enabled: manages });
  const { mutate, isPending } = useMutation({ ...updateQueue, meta: { ...updateQueue.meta, showsErrors: false } });
  const kept = useKeptFocus<HTMLUListElement>();
  // One request after the other, without disabling the focused control: each request sends all members and roles.
  const save = (roles: Record<string, QueueRole[]>) =>
    isPending || mutate({ queue_id: queue.id, annotator_ids: Object.keys(roles), annotator_roles: roles });
  const rolesByMember = Object.fromEntries(queue.annotators.map((member) => [member.user_id, member.roles]));
  const free = (people.data?.results ?? []).filter((person) => !rolesByMember[person.user_id]);
  const withoutMember = (id: string) =>
    Object.fromEntries(Object.entries(rolesByMember).filter(([each]) => each !== id));
  return (
    <div className="max-w-3xl">
      <ul className="mb-4" {...kept}>
        {queue.annotators.map((member) => {
          const isCreator = member.user_id === queue.created_by;
          return (
            <li key={member.id} className="flex min-h-11 flex-wrap items-center gap-3 border-b border-line py-1">
              <Avatar name={member.name} />
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-medium">{member.name}</span>
                <span className="truncate text-xs text-faint">
                  {isCreator ? `${member.email}, created this queue` : member.email}
                </span>
              </span>
              <span className="max-sm:order-last max-sm:w-full max-sm:pl-10">
                <RoleToggle
                  name={member.name}
                  roles={member.roles}
                  disabled={!manages || isCreator}
                  onChange={(roles) => save({ ...rolesByMember, [member.user_id]: roles })}
                />
              </span>
              {manages ? (
                <IconButton
                  label={`Remove ${member.name} from this queue`}
                  disabled={isCreator}
                  onClick={() => save(withoutMember(member.user_id))}
                >
                  <X aria-hidden="true" />
                </IconButton>
              ) : null}
            </li>
          );
        })}
      </ul>
      {manages ? (
        <Menu
          align="start"
          trigger={
            <Button icon={<UserPlus aria-hidden="true" />} disabled={free.length === 0}>
              {free.length === 0 && people.data ? "All members added" : "Add member"}
            </Button>
          }
          groups={[
            free.map((person) => ({
              label: person.name,
              onSelect: () => save({ ...rolesByMember, [person.user_id]: ["annotator"] }),
            })),
          ]}
        />
      ) : null}
    </div>
  );
}
