"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useAddress } from "@/app/_components/use-address";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { LookStatus } from "@/app/_ui/feedback/look-status";
import { Missing } from "@/app/_ui/feedback/missing";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { PLAYING_MS, runTestsQuery } from "@/lib/client/runs";
import type { Output } from "@/lib/contracts/contract";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import type { listRunTests } from "@/lib/contracts/simulation/runs/run-tests";
import { pageOf } from "../../../_components/address";
import { NoMatch, SearchFilter } from "../../../_components/filters";
import { PagedList } from "../../../_components/paged-list";
import { agentText, isOpen, resultOf } from "./words";

type Listed = Output<typeof listRunTests>["results"][number];

const columns: readonly Column<Listed>[] = [
  {
    key: "name",
    header: "Name",
    cell: ({ id, name, description }) => (
      <span className="grid max-w-[52vw] sm:max-w-96">
        <RowLink href={links.run(id)}>{name}</RowLink>
        <span className="truncate text-xs text-faint" title={description}>
          {description}
        </span>
      </span>
    ),
  },
  {
    key: "agent",
    header: "Agent",
    wide: true,
    cell: agentText,
  },
  {
    key: "scenarios",
    header: "Scenarios",
    align: "right",
    width: "w-24",
    wide: true,
    cell: ({ scenarios }) => scenarios.length,
  },
  {
    key: "evaluations",
    header: "Evaluations",
    align: "right",
    width: "w-28",
    wide: true,
    cell: ({ evals }) => evals.length,
  },
  {
    key: "result",
    header: "Result",
    cell: ({ last_execution: last }) =>
      last ? <LookStatus look={resultOf(last)} /> : <Missing reason="Not run yet" />,
  },
  {
    key: "last",
    header: "Last run",
    align: "right",
    cell: ({ last_run_at: at }) => (at ? <Time at={at} /> : <Missing reason="Not run yet" />),
  },
];

const isRunning = ({ last_execution: last }: Listed): boolean => last !== null && isOpen(last.status);

export function RunsScreen({ role }: { role: OrganizationRole }) {
  const router = useRouter();
  const { get, set } = useAddress();
  const search = get("search") ?? "";
  const page = pageOf(get("page"));
  const found = useQuery({
    ...runTestsQuery(page, search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isRunning) ? PLAYING_MS : false),
  });
  const may = mayWrite(role);
  useShortcuts("Page", may ? [{ keys: "c", description: "Create a run", run: () => router.push(links.newRun()) }] : []);
  const act = may ? (
    <LinkButton look="primary" href={links.newRun()} keys="c">
      Create run
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title="Test runs" description="Run scenarios against an agent and see the results." actions={act} />
      <div className="mb-3">
        <SearchFilter label="Search runs" />
      </div>
      <PagedList
        found={found}
        noun="runs"
        page={page}
        columns={6}
        onPage={(page) => set({ page })}
        empty={
          search ? (
            <NoMatch noun="runs" filters={["search"]}>
              Search by part of the run's or the agent's name.
            </NoMatch>
          ) : (
            <EmptyState title="No runs yet" action={act}>
              In a test run, simulated customers talk to an agent. Each row of its scenarios is one conversation per
              trial.
            </EmptyState>
          )
        }
      >
        {(listed, isStale) => (
          <Table caption="Test runs" rows={listed} rowKey={({ id }) => id} stale={isStale} columns={columns} />
        )}
      </PagedList>
    </>
  );
}
