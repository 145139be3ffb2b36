"use client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ListAndDetail } from "@/app/_components/list-and-detail";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { PageHeader } from "@/app/_ui/page/page-header";
import { isMissing } from "@/lib/client/call-error";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { useOpenRow } from "../../../_components/use-open-row";
import { TemplateUsage } from "../../_components/template-usage";
import { useTemplateOptions } from "../../_components/use-template-options";
import type { Template } from "../../templates/_components/template-form";
import { logFilterOf } from "./log-filter";
import { RecentRuns } from "./recent-runs";
import { RunDetail } from "./run-detail";
import { TemplateLogs } from "./template-logs";

const ALL = "all";
const noFilter = { page: null, search: null, verdict: null, source: null, said: null, until: null, sort: null };

export function LogsScreen() {
  const { get, set } = useAddress();
  const filter = logFilterOf(get);
  const template = useQuery({ ...evalTemplateQuery(filter.template ?? ""), enabled: filter.template !== undefined });
  const templates = useTemplateOptions(template.data);
  const options = [{ value: ALL, label: "All templates" }, ...templates.options.map(({ hint: _, ...one }) => one)];
  const { openId, open, close } = useOpenRow("run", { feedback: null });
  const choose = (id: string | null) => set({ ...noFilter, template: id, run: null, feedback: null });
  return (
    <>
      <PageHeader title="Logs" description="Every evaluation run, including failed ones, with inputs and results." />
      <div className="mb-3 max-w-sm">
        <Field label="Template">
          <SearchSelect
            options={options}
            value={filter.template ?? ALL}
            onChange={(id) => choose(id === ALL ? null : id)}
            placeholder="Type a name"
            empty={templates.empty}
          />
        </Field>
      </div>
      <ListAndDetail
        label="Run"
        openId={openId}
        onClose={close}
        detail={(id, onClose) => <RunDetail {...{ id, onClose }} />}
      >
        {filter.template === undefined ? (
          <RecentRuns openId={openId} onOpen={open} />
        ) : template.data ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {openId ? null : <TemplateUsage templateId={template.data.id} />}
            <div>
              <TemplateLogs
                template={template.data}
                filter={filter}
                openId={openId}
                onOpen={open}
                onChange={(changes, keepsBack = true) => set({ page: null, ...changes }, { keepsBack })}
              />
            </div>
          </div>
        ) : (
          <NoTemplate found={template} onAll={() => choose(null)} />
        )}
      </ListAndDetail>
    </>
  );
}

/** In place of the runs of a template that is loading, or could not be loaded. */
function NoTemplate({ found, onAll }: { found: UseQueryResult<Template>; onAll: () => void }) {
  if (found.isPending) return <TableSkeleton columns={5} />;
  if (isMissing(found.error))
    return (
      <EmptyState title="Template not found" action={<Button onClick={onAll}>Show runs of all templates</Button>}>
        It may have been deleted, or it belongs to another organization.
      </EmptyState>
    );
  return <ErrorState title="The template could not be loaded" error={found.error} onRetry={() => found.refetch()} />;
}
