import type { ReactNode } from "react";
import { EmptyState } from "@/app/_ui/empty-state";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";

interface Props {
  role: OrganizationRole;
  /** What is made here, in the plural. */
  things: string;
  children: ReactNode;
}

/** What those who may write see; others are told whom to ask. */
export function ForWriters({ role, things, children }: Props) {
  if (mayWrite(role)) return children;
  return <EmptyState title={`Viewers cannot make ${things}`}>Ask an Admin of your organization.</EmptyState>;
}
