"use client";
import { PageHeader } from "@/app/_ui/page/page-header";
import { ForWriters } from "@/app/(studio)/_components/for-writers";
import { links } from "@/lib/client/links";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { RunEditor } from "./run-editor";

export function NewRunScreen({ role }: { role: OrganizationRole }) {
  return (
    <>
      <PageHeader
        title="New test run"
        description="No conversation starts until you run it."
        parent={{ href: links.runs(), label: "Test runs" }}
      />
      <ForWriters role={role} things="runs">
        <RunEditor />
      </ForWriters>
    </>
  );
}
