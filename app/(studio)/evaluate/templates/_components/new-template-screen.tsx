"use client";
import { PageHeader } from "@/app/_ui/page/page-header";
import { ForWriters } from "@/app/(studio)/_components/for-writers";
import { links } from "@/lib/client/links";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { TemplateEditor } from "./template-editor";
import type { TemplateKind } from "./template-form";

const words: Record<TemplateKind, { title: string; description: string }> = {
  judged: { title: "New judged template", description: "A model judges by your criteria." },
  code: { title: "New code template", description: "Your function computes the score." },
  composite: {
    title: "New composite template",
    description: "Combines the scores of several templates on the same inputs.",
  },
};

export function NewTemplateScreen({ kind, role }: { kind: TemplateKind; role: OrganizationRole }) {
  return (
    <>
      <PageHeader {...words[kind]} parent={{ href: links.evalTemplates(), label: "Evaluation templates" }} />
      <ForWriters role={role} things="templates">
        <TemplateEditor key={kind} kind={kind} />
      </ForWriters>
    </>
  );
}
