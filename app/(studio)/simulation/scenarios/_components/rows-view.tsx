"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { Pager } from "@/app/_ui/pager";
import { ScrollRegion } from "@/app/_ui/scroll-region";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
import { pageOf } from "@/app/(studio)/_components/address";
import { PastEnd } from "@/app/(studio)/_components/past-end";
import { cellOf, isStructured, oneLine } from "@/app/(studio)/datasets/[dataset_id]/_components/cells";
import { RowPanel } from "@/app/(studio)/datasets/[dataset_id]/_components/row-panel";
import { datasetTableQuery, TABLE_ROWS } from "@/lib/client/datasets";
import { WRITING_MS } from "@/lib/client/scenarios";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { TableRow } from "@/lib/contracts/datasets/table";
import type { ScenarioDetail } from "@/lib/contracts/simulation/scenarios";
import { personaIn } from "@/lib/simulation/scenarios/rules/persona";
import { type Finding, Findings } from "./findings";

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
  const table = useQuery({
    ...datasetTableQuery({ dataset_id: datasetId, page }),
    placeholderData: keepPreviousData,
    refetchInterval: isWriting ? WRITING_MS : false,
  });
  if (table.isError)
    return <ErrorState title="The rows could not be loaded" error={table.error} onRetry={() => table.refetch()} />;
  if (table.isPending) return <TableSkeleton columns={5} rows={8} />;
  const { table: rows, column_config: columns, metadata } = table.data;
  if (rows.length === 0)
    return page > 1 ? (
      <PastEnd onFirst={() => set({ page: null })} />
    ) : (
      <EmptyState title="No rows yet">Generate rows, or add empty ones to fill in.</EmptyState>
    );
  const open = rows.findIndex((row) => row.rowId === openId);
  const show = ({ row_id: rowId, position }: Finding) => {
    const onPage = Math.floor((position ?? 0) / TABLE_ROWS) + 1;
    if (onPage !== page) set({ page: String(onPage) });
    setOpenId(rowId);
  };
  const findingOf = new Map(findings.map((finding) => [`${finding.row_id} ${finding.column}`, finding]));
  return (
    <>
      <Findings findings={findings} onOpen={show} />
      <ScrollRegion
        label="Rows"
        className="max-h-[max(16rem,calc(100dvh-18rem))] overflow-auto rounded-lg border border-line"
      >
        <table className="w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">Rows of the scenario</caption>
          <thead className="sticky top-0 z-10 bg-sunk text-left">
            <tr className="h-9">
              <th scope="col" className="border-b border-line px-3 text-xs font-normal text-faint">
                Row
              </th>
              {columns.map(({ id, name }) => (
                <th key={id} scope="col" className="border-b border-line px-3 font-medium whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.rowId} className="h-9 hover:bg-sunk pointer-coarse:h-11">
                <td className="border-b border-line px-3">
                  <button
                    type="button"
                    aria-label={`Open row ${row.order + 1}`}
                    onClick={() => setOpenId(row.rowId)}
                    className="min-w-8 rounded-sm px-1 text-right text-xs text-faint tabular-nums hover:text-ink hover:underline pointer-coarse:min-h-11"
                  >
                    {(row.order + 1).toLocaleString("en")}
                  </button>
                </td>
                {columns.map((column) => (
                  <Cell
                    key={column.id}
                    row={row}
                    column={column}
                    finding={findingOf.get(`${row.rowId} ${column.name.toLowerCase()}`)}
                    onOpen={() => setOpenId(row.rowId)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Pager
        page={page}
        limit={TABLE_ROWS}
        count={metadata.total_rows}
        noun="rows"
        onPage={(next) => set({ page: String(next) })}
      />
      <RowPanel
        datasetId={datasetId}
        columns={columns}
        row={rows[open]}
        previous={rows[open - 1]?.rowId}
        next={open < 0 ? undefined : rows[open + 1]?.rowId}
        mayChange={mayChange}
        onOpen={setOpenId}
      />
    </>
  );
}

const PERSONA_FIELDS = ["name", "age_group", "profession", "location", "personality"];

/** A short description of the persona; the open row shows the rest. */
function personaText(text: string): string {
  const persona = personaIn(text) ?? {};
  const values = PERSONA_FIELDS.flatMap((member) => persona[member] ?? []);
  return values.filter((value) => typeof value === "string" && value !== "").join(", ") || text;
}

interface CellProps {
  row: TableRow;
  column: ConfiguredColumn;
  finding: Finding | undefined;
  onOpen: () => void;
}

function Cell({ row, column, finding, onOpen }: CellProps) {
  const text = cellOf(row, column);
  const cell = row[column.id];
  const state = typeof cell === "object" && text === null ? cell : null;
  const isError = finding?.severity === "error";
  return (
    // For the keyboard, the row's button does the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <td
      onClick={onOpen}
      title={finding?.message}
      className={`max-w-88 min-w-24 truncate border-b border-line px-3 max-sm:min-w-56 ${isStructured(column) ? "font-mono text-xs" : ""}`}
    >
      {finding ? (
        <Status tone={isError ? "bad" : "warn"} shape={isError ? "cross" : "alert"} className="mr-1.5">
          <span className="sr-only">{finding.message}</span>
        </Status>
      ) : null}
      {text !== null ? (
        oneLine(column.data_type === "persona" ? personaText(text) : text)
      ) : state?.status === "running" ? (
        <Status shape="half">Generating</Status>
      ) : state?.status === "error" ? (
        <Status tone="bad" shape="cross">
          {state.valueInfos?.reason ?? "Not generated"}
        </Status>
      ) : (
        <span className="text-faint">
          <span aria-hidden="true">–</span>
          <span className="sr-only">Empty</span>
        </span>
      )}
    </td>
  );
}
