"use client";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { TemplateEditor } from "./template-editor";
import type { TemplateKind } from "./template-form";

const words: Record<TemplateKind, { title: string; description: string }> = {
  judged: { title: "New judged template", description: "A model judges, by criteria of yours." },
  code: { title: "New code template", description: "A function of yours computes the score." },
  composite: { title: "New composite template", description: "Several templates on the same inputs make one score." },
};

export function NewTemplateScreen({ kind, role }: { kind: TemplateKind; role: OrganizationRole }) {
  return (
    <>
      <PageHeader {...words[kind]} parent={{ href: links.evalTemplates(), label: "Evaluation templates" }} />
      {mayWrite(role) ? (
        <TemplateEditor key={kind} kind={kind} />
      ) : (
        <EmptyState title="Viewers cannot make templates">Ask an Admin of your organization.</EmptyState>
      )}
    </>
  );
}
