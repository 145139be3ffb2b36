"use client";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { RunEditor } from "./run-editor";

export function NewRunScreen({ role }: { role: OrganizationRole }) {
  return (
    <>
      <PageHeader
        title="New test run"
        description="Nothing is played before you run it."
        parent={{ href: links.runs(), label: "Test runs" }}
      />
      {mayWrite(role) ? (
        <RunEditor />
      ) : (
        <EmptyState title="Viewers cannot make runs">Ask an Admin of your organization.</EmptyState>
      )}
    </>
  );
}
