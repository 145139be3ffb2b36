"use client";
import { useQuery } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { Badge } from "@/app/_ui/badge";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { isStatus } from "@/lib/client/call-error";
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
  const template = found.data;
  // 400: a malformed id. Built-in templates cannot be changed.
  const isNone = isStatus(found.error, 404) || isStatus(found.error, 400) || template?.owner === "system";
  if (isNone || !mayWrite(role)) notFound();
  if (!template) {
    return (
      <>
        <PageHeader title="Edit evaluation template" parent={parent} />
        {found.isPending ? (
          <TableSkeleton columns={2} rows={6} />
        ) : (
          <ErrorState title="The template could not be loaded" error={found.error} onRetry={() => found.refetch()} />
        )}
      </>
    );
  }
  return (
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
  );
}
