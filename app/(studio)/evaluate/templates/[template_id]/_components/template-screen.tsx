"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { FoundPage } from "@/app/_components/found-page";
import { useMayWrite } from "@/app/_components/use-role";
import { LinkButton } from "@/app/_ui/button/link-button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Badge } from "@/app/_ui/text/badge";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { TemplateUsage } from "../../../_components/template-usage";
import { PublishedTable } from "./published-table";
import { TemplateActions } from "./template-actions";
import { TemplateCases } from "./template-cases";
import { TemplateFacts } from "./template-facts";
import { TemplateWords } from "./template-words";
import { VersionTable } from "./version-table";

const parent = { href: links.evalTemplates(), label: "Evaluation templates" };

export function TemplateScreen({ templateId }: { templateId: string }) {
  const found = useQuery(evalTemplateQuery(templateId));
  return (
    <FoundPage
      found={found}
      title="Evaluation template"
      parent={parent}
      problem="The template could not be loaded"
      columns={2}
    >
      {(template) => <Shown template={template} />}
    </FoundPage>
  );
}

function Shown({ template }: { template: Output<typeof getEvalTemplate> }) {
  const router = useRouter();
  const may = useMayWrite();
  const mayChange = may && template.owner === "user";
  const edit = links.editEvalTemplate(template.id);
  const tryIt = links.playground({ template: template.id });
  const logs = links.evalLogs({ template: template.id });
  useShortcuts("Page", [
    { keys: "t", description: "Try it in the playground", run: () => router.push(tryIt) },
    { keys: "v", description: "View its logs", run: () => router.push(logs) },
    ...(mayChange ? [{ keys: "e", description: "Edit the template", run: () => router.push(edit) }] : []),
  ]);
  return (
    <>
      <PageHeader
        title={template.name}
        status={template.is_draft ? <Badge>Draft</Badge> : null}
        description={template.description}
        parent={parent}
        actions={
          <>
            {may ? <TemplateActions template={template} /> : null}
            <LinkButton href={logs} keys="v">
              Logs
            </LinkButton>
            {mayChange ? (
              <LinkButton href={edit} keys="e">
                Edit
              </LinkButton>
            ) : null}
            <LinkButton look="primary" href={tryIt} keys="t">
              Try it
            </LinkButton>
          </>
        }
      />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <TemplateFacts template={template} />
        <TemplateWords template={template} />
      </div>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8">
        {template.published_values.length > 0 ? <PublishedTable values={template.published_values} /> : null}
        {template.is_draft ? null : <TemplateCases template={template} mayRun={may} />}
        {template.is_draft ? null : <TemplateUsage templateId={template.id} />}
        <VersionTable templateId={template.id} mayChange={mayChange} />
      </div>
    </>
  );
}
