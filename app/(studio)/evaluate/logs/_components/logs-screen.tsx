"use client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { classNames } from "@/app/_ui/class-names";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { PageHeader } from "@/app/_ui/page/page-header";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { useStacked } from "@/app/_ui/use-stacked";
import { isMissing } from "@/lib/client/call-error";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { linkOf, step } from "../../../_components/walk-rows";
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
  const { openId, open, close } = useOpenRun();
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
      <BesideRun openId={openId} onClose={close}>
        {filter.template === undefined ? (
          <RecentRuns
            nameOf={(id) => options.find(({ value }) => value === id)?.label ?? "A template not in the list"}
            openId={openId}
            onOpen={open}
          />
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
      </BesideRun>
    </>
  );
}

/** The run in the address. J and K open its neighbours in the table. */
function useOpenRun() {
  const { get, set } = useAddress();
  const openId = get("run");
  const open = (run: string | null) => set({ run, feedback: null }, { keepsBack: openId === undefined });
  const close = () => {
    open(null);
    linkOf(openId)?.focus();
  };
  useShortcuts("Page", [
    { keys: "j", description: "Next run", run: () => step(1, openId, open) },
    { keys: "k", description: "Previous run", run: () => step(-1, openId, open) },
    ...(openId ? [{ keys: "escape", description: "Close the run", run: close }] : []),
  ]);
  return { openId, open, close };
}

interface BesideProps {
  openId: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The list, and the open run: beside it, or over it where there is no room. */
function BesideRun({ openId, onClose, children }: BesideProps) {
  const stacked = useStacked();
  const detail = openId ? <RunDetail id={openId} onClose={stacked ? null : onClose} /> : null;
  const isBeside = detail !== null && !stacked;
  return (
    <>
      <div className={classNames(isBeside && "grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-6")}>
        <div className="min-w-0">{children}</div>
        {isBeside ? (
          <ScrollRegion
            label="Run"
            className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line p-4"
          >
            {detail}
          </ScrollRegion>
        ) : null}
      </div>
      <Dialog open={stacked && openId !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()} title="Run">
        {detail}
      </Dialog>
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
