"use client";
import type { ReactNode } from "react";
import { useRole } from "@/app/_components/use-role";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { mayManageMembers } from "@/lib/client/roles";

interface Props {
  title: string;
  /** What only Owners and Admins do. */
  reserved: string;
  hint: string;
  children: ReactNode;
}

/** Shows its children to Owners and Admins, and tells others whom to ask. */
export function ForAdmins({ title, reserved, hint, children }: Props) {
  const role = useRole();
  if (role === undefined) return null;
  if (mayManageMembers(role)) return children;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={reserved}>{hint}</EmptyState>
    </>
  );
}
