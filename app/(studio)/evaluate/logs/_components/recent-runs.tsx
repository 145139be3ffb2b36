"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { recentRunsQuery } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { listEvalLogs } from "@/lib/contracts/evaluation/logs";
import { sourceText } from "../../_components/words";
import { LogLink } from "./log-link";

const FEW = 100;
/** The API's own limit. */
const MOST = 1000;

interface Props {
  openId: string | undefined;
  onOpen: (id: string) => void;
}

type Recent = Output<typeof listEvalLogs>[number];

/** The newest runs of all templates. Results are in each template's own table. */
export function RecentRuns({ openId, onOpen }: Props) {
  const [limit, setLimit] = useState(FEW);
  const found = useQuery({ ...recentRunsQuery(limit), placeholderData: keepPreviousData });
  if (found.isPending) return <TableSkeleton columns={4} />;
  if (found.isError)
    return <ErrorState title="The runs could not be loaded" error={found.error} onRetry={() => found.refetch()} />;
  if (found.data.length === 0) {
    return (
      <EmptyState title="No runs yet" action={<LinkButton href={links.playground()}>Open the playground</LinkButton>}>
        Every run from the playground, the API or a dataset appears here, including failed ones.
      </EmptyState>
    );
  }
  const template: Column<Recent> = {
    key: "template",
    header: "Template",
    cell: ({ id, template_name }) => (
      <LogLink id={id} template={undefined} isOpen={id === openId} onOpen={onOpen}>
        {template_name}
      </LogLink>
    ),
  };
  return (
    <>
      <Table
        caption="Newest runs"
        rows={found.data}
        rowKey={({ id }) => id}
        stale={found.isPlaceholderData}
        columns={[template, ...columns]}
      />
      {found.data.length >= limit ? (
        <div className="mt-3 flex items-center justify-end gap-3 text-soft">
          <p>The newest {limit.toLocaleString("en")}. Choose a template to see older ones.</p>
          {limit < MOST ? <Button onClick={() => setLimit(MOST)}>Show up to 1,000</Button> : null}
        </div>
      ) : null}
    </>
  );
}

const columns: Column<Recent>[] = [
  {
    key: "status",
    header: "Status",
    width: "w-24 sm:w-36",
    cell: ({ status }) =>
      status === "success" ? (
        <Status tone="good" shape="check">
          Done
        </Status>
      ) : (
        <Status tone="bad" shape="alert">
          {sourceText(status)}
        </Status>
      ),
  },
  { key: "source", header: "Source", wide: true, cell: ({ source }) => sourceText(source) },
  timeColumn("Time", ({ created_at }) => created_at),
];
