"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { LookStatus } from "@/app/_ui/feedback/look-status";
import { Missing } from "@/app/_ui/feedback/missing";
import { IntervalAxis, IntervalPlot } from "@/app/_ui/figure/interval-plot";
import { estimateText, percentText } from "@/app/_ui/figure/numbers";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { Section } from "@/app/_ui/page/section";
import { Time } from "@/app/_ui/text/time";
import { pageOf } from "@/app/(studio)/_components/address";
import { Cost } from "@/app/(studio)/_components/cost";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { links } from "@/lib/client/links";
import { executionsQuery, PLAYING_MS } from "@/lib/client/runs";
import type { Output } from "@/lib/contracts/contract";
import type { listRunTestExecutions } from "@/lib/contracts/simulation/runs/run-executions";
import { percentText as shareText } from "@/lib/percent-text";
import { forkText, isOpen, resultOf } from "../words";

type Execution = Output<typeof listRunTestExecutions>["results"][number];

/** A run's executions, newest first. */
export function ExecutionTable({ runTestId }: { runTestId: string }) {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const found = useQuery({
    ...executionsQuery(runTestId, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(({ status }) => isOpen(status)) ? PLAYING_MS : false),
  });
  return (
    <Section title="Executions" className="mt-8">
      <PagedList
        found={found}
        noun="executions"
        page={page}
        columns={5}
        onPage={(page) => set({ page })}
        empty={<EmptyState title="No executions yet">Run it to simulate every row of its scenarios.</EmptyState>}
      >
        {(listed, isStale) => (
          <Table caption="Executions" rows={listed} rowKey={({ id }) => id} stale={isStale} columns={columns} />
        )}
      </PagedList>
    </Section>
  );
}

/** The range of a pass rate. */
const share = { min: 0, max: 1 };

const columns: readonly Column<Execution>[] = [
  {
    key: "started",
    header: "Started",
    cell: ({ id, created_at, forked_from }) => (
      <span className="grid">
        <RowLink href={links.execution(id)}>
          <Time at={created_at} />
        </RowLink>
        {forked_from ? <span className="text-xs text-faint">{forkText(forked_from)}</span> : null}
      </span>
    ),
  },
  {
    key: "result",
    header: "Result",
    cell: (execution) => (
      <span className="grid">
        <LookStatus look={resultOf(execution)} />
        {execution.status === "completed" ? (
          <span className="text-xs text-faint">{shareText(execution.settings.pass_rate)} must pass</span>
        ) : null}
      </span>
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
  { key: "passed", header: "Passed", align: "right", cell: Passed },
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
  { key: "excluded", header: "Excluded", align: "right", wide: true, cell: ({ excluded_calls }) => excluded_calls },
  {
    key: "spent",
    header: "Spent",
    align: "right",
    wide: true,
    cell: ({ spent_usd, unpriced_calls }) => <Cost usd={spent_usd} unpriced={unpriced_calls} />,
  },
];

function Passed({ pass_rate, passed_calls, failing_calls }: Execution) {
  if (pass_rate === null) return <Missing reason="No counted calls yet" />;
  const countedCalls = passed_calls + failing_calls;
  return (
    <span className="grid" title={`${passed_calls} of ${countedCalls} counted calls`}>
      {percentText(pass_rate)}
      <span className="text-xs text-faint sm:hidden">
        {passed_calls} of {countedCalls}
      </span>
    </span>
  );
}
