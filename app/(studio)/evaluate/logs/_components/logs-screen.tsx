"use client";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { classNames } from "@/app/_ui/class-names";
import { Dialog } from "@/app/_ui/dialog";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { Field } from "@/app/_ui/field";
import { PageHeader } from "@/app/_ui/page-header";
import { ScrollRegion } from "@/app/_ui/scroll-region";
import { SearchSelect } from "@/app/_ui/search-select";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { useStacked } from "@/app/_ui/use-stacked";
import { isStatus } from "@/lib/client/call-error";
import { evalTemplateNamesQuery, evalTemplateQuery } from "@/lib/client/evaluation";
import { linkOf, step } from "../../../_components/walk-rows";
import { TemplateUsage } from "../../_components/template-usage";
import { logFilterOf } from "./log-filter";
import { RecentRuns } from "./recent-runs";
import { RunDetail } from "./run-detail";
import { TemplateLogs } from "./template-logs";

const ALL = "all";

export function LogsScreen() {
  const { get, set } = useAddress();
  const filter = logFilterOf(get);
  const openId = get("run");
  const names = useQuery(evalTemplateNamesQuery());
  const template = useQuery({ ...evalTemplateQuery(filter.template ?? ""), enabled: filter.template !== undefined });
  const stacked = useStacked();
  const open = (run: string | null) => set({ run, feedback: null }, { keepsBack: openId === undefined });
  const change = (changes: Record<string, string | null>, keepsBack = true) =>
    set({ page: null, ...changes }, { keepsBack });
  const choose = (id: string | null) =>
    change({
      template: id,
      search: null,
      verdict: null,
      source: null,
      said: null,
      until: null,
      sort: null,
      run: null,
      feedback: null,
    });
  const close = () => {
    open(null);
    linkOf(openId)?.focus();
  };
  useShortcuts("Page", [
    { keys: "j", description: "Next run", run: () => step(1, openId, open) },
    { keys: "k", description: "Previous run", run: () => step(-1, openId, open) },
    ...(openId ? [{ keys: "escape", description: "Close the run", run: close }] : []),
  ]);
  const offered = (names.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const chosen = template.data;
  // Templates that lists leave out have runs as well.
  const isOffered = offered.some(({ value }) => value === chosen?.id);
  const options = [
    { value: ALL, label: "All templates" },
    ...(chosen && !isOffered ? [{ value: chosen.id, label: chosen.name }] : []),
    ...offered,
  ];
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.label ?? "A template not in the list";
  const detail = openId ? <RunDetail id={openId} onClose={stacked ? null : close} /> : null;
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
            empty="No results"
          />
        </Field>
      </div>
      <div className={classNames(detail && !stacked && "grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-6")}>
        <div className="min-w-0">
          {filter.template === undefined ? (
            <RecentRuns nameOf={nameOf} openId={openId} onOpen={open} />
          ) : chosen ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              {openId ? null : <TemplateUsage templateId={chosen.id} />}
              <div>
                <TemplateLogs template={chosen} filter={filter} openId={openId} onOpen={open} onChange={change} />
              </div>
            </div>
          ) : template.isPending ? (
            <TableSkeleton columns={5} />
          ) : isStatus(template.error, 404) || isStatus(template.error, 400) ? (
            <EmptyState
              title="Template not found"
              action={<Button onClick={() => choose(null)}>Show runs of all templates</Button>}
            >
              It may have been deleted, or it belongs to another organization.
            </EmptyState>
          ) : (
            <ErrorState
              title="The template could not be loaded"
              error={template.error}
              onRetry={() => template.refetch()}
            />
          )}
        </div>
        {detail && !stacked ? (
          <ScrollRegion
            label="Run"
            className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line p-4"
          >
            {detail}
          </ScrollRegion>
        ) : null}
      </div>
      <Dialog open={stacked && openId !== undefined} onOpenChange={(isOpen) => !isOpen && close()} title="Run">
        {detail}
      </Dialog>
    </>
  );
}
