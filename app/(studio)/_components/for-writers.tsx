import type { ReactNode } from "react";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";

interface Props {
  role: OrganizationRole;
  /** The things created here, in the plural. */
  things: string;
  children: ReactNode;
}

/** Shows its children to members who may write, and tells viewers whom to ask. */
export function ForWriters({ role, things, children }: Props) {
  if (mayWrite(role)) return children;
  return <EmptyState title={`Viewers cannot create ${things}`}>Ask an Admin of your organization.</EmptyState>;
}
