"use client";
import { useQuery } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { FoundPage } from "@/app/_components/found-page";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Badge } from "@/app/_ui/text/badge";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { TemplateEditor } from "./template-editor";
import { formOfTemplate } from "./template-form";

const parent = { href: links.evalTemplates(), label: "Evaluation templates" };

export function EditTemplateScreen({ templateId, role }: { templateId: string; role: OrganizationRole }) {
  // Refetches must not replace unsaved edits.
  const found = useQuery({ ...evalTemplateQuery(templateId), refetchOnWindowFocus: false });
  // Built-in templates cannot be changed.
  if (found.data?.owner === "system" || !mayWrite(role)) notFound();
  return (
    <FoundPage
      found={found}
      title="Edit evaluation template"
      parent={parent}
      problem="The template could not be loaded"
      columns={2}
    >
      {(template) => (
        <>
          <PageHeader
            title={`Edit ${template.name}`}
            status={template.is_draft ? <Badge>Draft</Badge> : null}
            description={
              template.is_draft
                ? "Nobody can use a draft until you create the template."
                : "Changes that affect scores create a new version. Runs and evaluations keep theirs."
            }
            parent={{ href: links.evalTemplate(template.id), label: template.name }}
          />
          <TemplateEditor key={template.id} kind={formOfTemplate(template).kind} template={template} />
        </>
      )}
    </FoundPage>
  );
}
