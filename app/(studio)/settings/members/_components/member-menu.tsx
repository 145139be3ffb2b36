"use client";
import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { IconButton } from "@/app/_ui/button/icon-button";
import { toast } from "@/app/_ui/feedback/toast";
import { Menu } from "@/app/_ui/overlay/menu";
import { changeMemberRole } from "@/lib/client/account";
import type { Member } from "@/lib/contracts/accounts/organizations";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { whatEnded } from "./revoked-access";

interface Props {
  member: Member;
  roles: readonly OrganizationRole[];
  isMe: boolean;
  onRemove: () => void;
  onDelete: () => void;
  onResetPassword: () => void;
  onResetFactor: () => void;
  onSignOut: () => void;
}

export function MemberMenu({ member, roles, isMe, ...on }: Props) {
  const { mutate } = useMutation(changeMemberRole);
  const { user_id, name } = member;
  const grant = (role: OrganizationRole) =>
    mutate(
      { user_id, role },
      {
        onSuccess: (ended) =>
          toast.done({
            title: `${name} is now ${role}`,
            ...whatEnded(ended),
            // Users cannot restore a role that they gave up.
            ...(isMe ? {} : { action: { label: "Undo", run: () => mutate({ user_id, role: member.role }) } }),
          }),
      },
    );
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${name}`}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
      groups={[
        roles.map((role) => ({
          label: `Make ${role}`,
          current: role === member.role,
          disabled: role === member.role,
          onSelect: () => grant(role),
        })),
        isMe
          ? []
          : [
              { label: "Reset password…", onSelect: on.onResetPassword },
              { label: "Sign out everywhere…", onSelect: on.onSignOut },
              ...(member.has_second_factor ? [{ label: "Turn off second factor…", onSelect: on.onResetFactor }] : []),
            ],
        [
          { label: isMe ? "Leave…" : "Remove…", danger: true, onSelect: on.onRemove },
          ...(isMe ? [] : [{ label: "Delete account…", danger: true, onSelect: on.onDelete }]),
        ],
      ]}
    />
  );
}
