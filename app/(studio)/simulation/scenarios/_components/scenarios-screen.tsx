"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { PageHeader } from "@/app/_ui/page/page-header";
import { NoMatch, SearchFilter } from "@/app/(studio)/_components/filters";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { links } from "@/lib/client/links";
import { scenariosQuery, WRITING_MS } from "@/lib/client/scenarios";
import type { ListedScenario } from "@/lib/contracts/simulation/scenarios";
import { scenarioFilterOf } from "./scenario-filter";
import { ScenarioStatus } from "./scenario-status";

const columns: Column<ListedScenario>[] = [
  {
    key: "name",
    header: "Name",
    cell: ({ id, name }) => (
      <span className="grid max-w-[52vw] sm:max-w-96">
        <RowLink href={links.scenario(id)}>{name}</RowLink>
      </span>
    ),
  },
  { key: "status", header: "Status", width: "w-36", cell: ({ status }) => <ScenarioStatus status={status} /> },
  {
    key: "source",
    header: "Source",
    wide: true,
    cell: ({ source, status }) =>
      status === "Processing" ? <Missing reason="Still generating" /> : <span className="text-soft">{source}</span>,
  },
  {
    key: "rows",
    header: "Rows",
    align: "right",
    width: "w-20",
    wide: true,
    cell: ({ dataset_rows: rows }) => rows.toLocaleString("en"),
  },
  timeColumn("Created", ({ created_at }) => created_at, { wide: true }),
];

export function ScenariosScreen() {
  const { get, set } = useAddress();
  const router = useRouter();
  const filter = scenarioFilterOf(get);
  const scenarios = useQuery({
    ...scenariosQuery(filter),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === "Processing") ? WRITING_MS : false,
  });
  const may = useMayWrite();
  const goCreate = () => router.push(links.newScenario());
  useShortcuts("Page", may ? [{ keys: "c", description: "Create a scenario", run: goCreate }] : []);
  const create = may ? (
    <LinkButton look="primary" keys="c" href={links.newScenario()}>
      New scenario
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader
        title="Scenarios"
        description="Conversations to simulate: the persona, the situation and the goal."
        actions={create}
      />
      <div className="mb-3">
        <SearchFilter label="Search scenarios" />
      </div>
      <PagedList
        found={scenarios}
        noun="scenarios"
        page={filter.page}
        columns={5}
        onPage={(page) => set({ page })}
        empty={
          filter.search ? (
            <NoMatch noun="scenarios" filters={["search"]}>
              Search by part of the name or of the source.
            </NoMatch>
          ) : (
            <NoScenarios create={create} />
          )
        }
      >
        {(listed, isStale) => (
          <Table caption="Scenarios" columns={columns} rows={listed} rowKey={({ id }) => id} stale={isStale} />
        )}
      </PagedList>
    </>
  );
}

const NoScenarios = ({ create }: { create: ReactNode }) => (
  <EmptyState title="No scenarios yet" action={create}>
    A scenario is a table of conversations to simulate. Each row has a persona, a situation and a goal. Create one from
    an agent, a dataset, a script or a graph.
  </EmptyState>
);
