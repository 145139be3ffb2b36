"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { notFound, useRouter } from "next/navigation";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { ActionsMenu } from "@/app/_ui/actions-menu";
import { Button } from "@/app/_ui/button";
import { ConfirmDialog } from "@/app/_ui/confirm-dialog";
import { DefinitionList } from "@/app/_ui/definition-list";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { IntervalAxis, IntervalPlot } from "@/app/_ui/figure/interval-plot";
import { estimateText, percentText, quantity } from "@/app/_ui/figure/numbers";
import { Missing } from "@/app/_ui/missing";
import { PageHeader } from "@/app/_ui/page-header";
import { RowLink } from "@/app/_ui/row-link";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
import { Table } from "@/app/_ui/table";
import { Time } from "@/app/_ui/time";
import { Cost } from "@/app/(studio)/_components/cost";
import { isStatus } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { deleteRunTest, executeRunTest, executionsQuery, PLAYING_MS, runTestQuery } from "@/lib/client/runs";
import type { Output } from "@/lib/contracts/contract";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import type { getRunTest } from "@/lib/contracts/simulation/runs/run-tests";
import { pageOf } from "../../../_components/address";
import { PagedList } from "../../../_components/paged-list";
import { useEvaluationNames } from "./use-evaluation-names";
import { executionLooks, isOpen, usdText } from "./words";

type RunTest = Output<typeof getRunTest>;
/** The range of a pass rate. */
const share = { min: 0, max: 1 };
const parent = { href: links.runs(), label: "Test runs" };

export function RunScreen({ runTestId, role }: { runTestId: string; role: OrganizationRole }) {
  const found = useQuery(runTestQuery(runTestId));
  if (found.data) return <Shown run={found.data} may={mayWrite(role)} />;
  // 400: the id is malformed.
  if (isStatus(found.error, 404) || isStatus(found.error, 400)) notFound();
  return (
    <>
      <PageHeader title="Test run" parent={parent} />
      {found.isPending ? (
        <TableSkeleton columns={4} rows={6} />
      ) : (
        <ErrorState title="The run could not be loaded" error={found.error} onRetry={() => found.refetch()} />
      )}
    </>
  );
}

function Shown({ run, may }: { run: RunTest; may: boolean }) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const execute = useMutation(executeRunTest);
  const remove = useMutation(deleteRunTest);
  const start = () => {
    if (execute.isPending) return;
    execute.mutate(
      { run_test_id: run.id },
      { onSuccess: ({ execution_id }) => router.push(links.execution(execution_id)) },
    );
  };
  useShortcuts("Page", may ? [{ keys: "r", description: "Run", run: start }] : []);
  return (
    <>
      <PageHeader
        title={run.name}
        description={run.description}
        parent={parent}
        actions={
          may ? (
            <>
              <ActionsMenu
                of="the run"
                groups={[[{ label: "Delete run…", danger: true, onSelect: () => setConfirming(true) }]]}
              />
              <Button look="primary" keys="r" busy={execute.isPending} onClick={start}>
                Run
              </Button>
            </>
          ) : null
        }
      />
      <Facts run={run} />
      <Executions runTestId={run.id} />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Delete ${run.name}?`}
        action="Delete run"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(
            { run_test_id: run.id },
            { onError: () => setConfirming(false), onSuccess: () => router.replace(links.runs()) },
          )
        }
      >
        Running executions are cancelled, and finished ones are no longer shown. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

const turnsText = ({ max_turns: max, min_turns: min }: RunTest["settings"]): string =>
  `${min > 0 ? `${min} to ` : "at most "}${quantity(max, "turn")}`;

function Facts({ run }: { run: RunTest }) {
  const { settings } = run;
  const nameOf = useEvaluationNames(run.evals.map(({ name }) => name));
  return (
    <DefinitionList
      entries={[
        {
          term: "Agent",
          value: `${String(run.agent_definition_detail?.agent_name ?? "Deleted")}, ${run.agent_version?.name ?? "active version"}`,
        },
        { term: "Scenarios", value: run.scenarios_detail.map(({ name }) => name).join(", ") },
        {
          term: "Evaluations",
          value: run.evals.map(({ name }) => nameOf(name)).join(", ") || (
            <Missing reason="Only the rows' expectations are checked" />
          ),
        },
        {
          term: "Settings",
          value: `${quantity(settings.repeats, "trial")} per row, ${turnsText(settings)}, ${settings.concurrency} at a time`,
        },
        {
          term: "Cost ceiling",
          value:
            settings.cost_ceiling_usd === null ? (
              <Missing reason="No cost ceiling" />
            ) : (
              usdText(settings.cost_ceiling_usd)
            ),
        },
      ]}
    />
  );
}

function Executions({ runTestId }: { runTestId: string }) {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const found = useQuery({
    ...executionsQuery(runTestId, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(({ status }) => isOpen(status)) ? PLAYING_MS : false),
  });
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-base font-medium">Executions</h2>
      <PagedList
        found={found}
        noun="executions"
        page={page}
        columns={5}
        onPage={(page) => set({ page })}
        empty={<EmptyState title="No executions yet">Run it to simulate every row of its scenarios.</EmptyState>}
      >
        {(listed, isStale) => (
          <Table
            caption="Executions"
            rows={listed}
            rowKey={({ id }) => id}
            stale={isStale}
            columns={[
              {
                key: "started",
                header: "Started",
                cell: ({ id, created_at }) => (
                  <RowLink href={links.execution(id)}>
                    <Time at={created_at} />
                  </RowLink>
                ),
              },
              {
                key: "status",
                header: "Status",
                cell: ({ status }) => (
                  <Status tone={executionLooks[status].tone} shape={executionLooks[status].shape}>
                    {executionLooks[status].word}
                  </Status>
                ),
              },
              { key: "version", header: "Version", wide: true, cell: ({ agent_version }) => agent_version },
              {
                key: "calls",
                header: "Calls",
                align: "right",
                wide: true,
                cell: ({ total_calls, pending_calls }) =>
                  pending_calls > 0 ? `${total_calls - pending_calls} of ${total_calls}` : total_calls,
              },
              {
                key: "passed",
                header: "Passed",
                align: "right",
                cell: ({ pass_rate, passed_calls, failing_calls }) =>
                  pass_rate === null ? (
                    <Missing reason="No counted calls yet" />
                  ) : (
                    <span className="grid" title={`${passed_calls} of ${passed_calls + failing_calls} counted calls`}>
                      {percentText(pass_rate)}
                      <span className="text-xs text-faint sm:hidden">
                        {passed_calls} of {passed_calls + failing_calls}
                      </span>
                    </span>
                  ),
              },
              {
                key: "interval",
                header: (
                  <span className="block font-normal">
                    <span className="sr-only">Passed, with its 95 % interval</span>
                    <IntervalAxis domain={share} format={(tick) => `${Math.round(tick * 100)}`} />
                  </span>
                ),
                width: "w-1/4 min-w-40",
                wide: true,
                cell: ({ pass_rate, pass_rate_interval }) =>
                  pass_rate === null ? null : (
                    <IntervalPlot
                      domain={share}
                      value={pass_rate}
                      interval={pass_rate_interval}
                      summary={estimateText(pass_rate, pass_rate_interval, percentText)}
                    />
                  ),
              },
              {
                key: "excluded",
                header: "Excluded",
                align: "right",
                wide: true,
                cell: ({ excluded_calls }) => excluded_calls,
              },
              {
                key: "spent",
                header: "Spent",
                align: "right",
                wide: true,
                cell: ({ spent_usd, unpriced_calls }) => <Cost usd={spent_usd} unpriced={unpriced_calls} />,
              },
            ]}
          />
        )}
      </PagedList>
    </section>
  );
}
