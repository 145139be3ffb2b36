"use client";
import { Status } from "@/app/_ui/feedback/status";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { cellOf, isStructured, oneLine } from "@/app/(studio)/datasets/[dataset_id]/_components/cells";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { TableRow } from "@/lib/contracts/datasets/table";
import { personaIn } from "@/lib/simulation/scenarios/rules/persona";
import type { Finding } from "./findings";

interface Props {
  rows: readonly TableRow[];
  columns: readonly ConfiguredColumn[];
  findings: readonly Finding[];
  onOpen: (rowId: string) => void;
}

/** The rows of a page as a grid that scrolls below its head. */
export function RowTable({ rows, columns, findings, onOpen }: Props) {
  const findingOf = new Map(findings.map((finding) => [`${finding.row_id} ${finding.column}`, finding]));
  return (
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
                  onClick={() => onOpen(row.rowId)}
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
                  onOpen={() => onOpen(row.rowId)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
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
