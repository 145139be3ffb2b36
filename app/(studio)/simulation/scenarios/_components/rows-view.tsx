"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { pageOf } from "@/app/(studio)/_components/address";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { RowPanel } from "@/app/(studio)/datasets/[dataset_id]/_components/row-panel";
import { datasetTableQuery, TABLE_ROWS } from "@/lib/client/datasets";
import { WRITING_MS } from "@/lib/client/scenarios";
import type { ScenarioDetail } from "@/lib/contracts/simulation/scenarios";
import { type Finding, Findings } from "./findings";
import { RowTable } from "./row-table";

interface Props {
  scenario: ScenarioDetail;
  findings: readonly Finding[];
  mayChange: boolean;
  isWriting: boolean;
}

/** The scenario's rows, with the generation status of each cell. */
export function RowsView({ scenario, findings, mayChange, isWriting }: Props) {
  const { dataset_id: datasetId } = scenario;
  if (datasetId === null) {
    return isWriting ? (
      <TableSkeleton columns={5} rows={8} />
    ) : (
      <EmptyState title="No rows">The scenario has no dataset, or the dataset was deleted.</EmptyState>
    );
  }
  return <Rows datasetId={datasetId} findings={findings} mayChange={mayChange} isWriting={isWriting} />;
}

type RowsProps = Omit<Props, "scenario"> & { datasetId: string };

function Rows({ datasetId, findings, mayChange, isWriting }: RowsProps) {
  const { get, set } = useAddress();
  const [openId, setOpenId] = useState<string | null>(null);
  const page = pageOf(get("page"));
  const found = useQuery({
    ...datasetTableQuery({ dataset_id: datasetId, page }),
    select: (data) => ({ ...data, results: data.table, count: data.metadata.total_rows, limit: TABLE_ROWS }),
    placeholderData: keepPreviousData,
    refetchInterval: isWriting ? WRITING_MS : false,
  });
  const columns = found.data?.column_config ?? [];
  const show = ({ row_id: rowId, position }: Finding) => {
    const onPage = Math.floor((position ?? 0) / TABLE_ROWS) + 1;
    if (onPage !== page) set({ page: String(onPage) });
    setOpenId(rowId);
  };
  return (
    <PagedList
      found={found}
      noun="rows"
      page={page}
      columns={5}
      onPage={(page) => set({ page })}
      empty={<EmptyState title="No rows yet">Generate rows, or add empty ones to fill in.</EmptyState>}
    >
      {(rows) => {
        const open = rows.findIndex((row) => row.rowId === openId);
        return (
          <>
            <Findings findings={findings} onOpen={show} />
            <RowTable rows={rows} columns={columns} findings={findings} onOpen={setOpenId} />
            <RowPanel
              datasetId={datasetId}
              columns={columns}
              row={rows[open]}
              traceId={found.data?.row_traces?.[rows[open]?.rowId ?? ""]}
              previous={rows[open - 1]?.rowId}
              next={open < 0 ? undefined : rows[open + 1]?.rowId}
              mayChange={mayChange}
              onOpen={setOpenId}
            />
          </>
        );
      }}
    </PagedList>
  );
}
