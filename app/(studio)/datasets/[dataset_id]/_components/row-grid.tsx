"use client";
import type { KeyboardEvent } from "react";
import { Checkbox } from "@/app/_ui/checkbox";
import { classNames } from "@/app/_ui/class-names";
import { ScrollRegion } from "@/app/_ui/scroll-region";
import { numberText } from "@/app/(studio)/evaluate/_components/verdict-text";
import type { ConfiguredColumn, TableRow } from "@/lib/contracts/datasets/table";
import { cellOf, isNumeric, isStructured, isWritten, oneLine, runCellOf } from "./cells";
import { RunCell } from "./run-cell";

interface Props {
  columns: readonly ConfiguredColumn[];
  rows: readonly TableRow[];
  /** Older rows, while newer ones are on their way. */
  stale: boolean;
  onOpen: (rowId: string) => void;
  /** Given where rows may be chosen. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: Set<string>) => void;
}

/** More stand in a row's panel; a table of hundreds is slow to draw and to read. */
const SHOWN_COLUMNS = 40;

/** A dataset as a table that scrolls both ways under its head. Arrow keys walk the rows, Enter opens one. */
export function RowGrid({ columns, rows, stale, onOpen, selected, onSelect }: Props) {
  const shown = columns.slice(0, SHOWN_COLUMNS);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect?.(next);
  };
  return (
    <>
      <ScrollRegion
        label="Rows"
        className="max-h-[calc(100dvh-14rem)] min-h-64 overflow-auto rounded-lg border border-line max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
      >
        <table
          aria-busy={stale}
          onKeyDown={walkRows}
          className={classNames("w-full border-separate border-spacing-0 text-sm", stale && "opacity-60")}
        >
          <caption className="sr-only">Rows of the dataset</caption>
          <thead className="sticky top-0 z-10 bg-sunk text-left">
            <tr className="h-9">
              <th scope="col" className="border-b border-line px-3 text-xs font-normal text-faint">
                {selected && onSelect ? <SelectPage rows={rows} selected={selected} onSelect={onSelect} /> : "Row"}
              </th>
              {shown.map((column) => (
                <ColumnHead key={column.id} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={row.row_id}
                className={classNames(
                  "h-9 hover:bg-sunk pointer-coarse:h-11",
                  selected?.has(row.row_id) && "bg-accent-wash hover:bg-accent-wash",
                )}
              >
                <td className="border-b border-line px-3">
                  <span className="flex items-center gap-2">
                    {selected ? (
                      <Checkbox
                        hideLabel
                        label={`Select row ${row.order + 1}`}
                        checked={selected.has(row.row_id)}
                        onChange={() => toggle(row.row_id)}
                      />
                    ) : null}
                    <button
                      type="button"
                      data-row=""
                      aria-label={`Open row ${row.order + 1}`}
                      onClick={() => onOpen(row.row_id)}
                      className="min-w-8 rounded-sm px-1 text-right text-xs text-faint tabular-nums hover:text-ink hover:underline pointer-coarse:min-h-11"
                    >
                      {(row.order + 1).toLocaleString("en")}
                    </button>
                  </span>
                </td>
                {shown.map((column) => (
                  <Cell key={column.id} column={column} row={row} onOpen={() => onOpen(row.row_id)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {columns.length > SHOWN_COLUMNS ? (
        <p className="mt-2 text-xs text-faint">
          The first {SHOWN_COLUMNS} of {columns.length} columns; open a row to see all of it.
        </p>
      ) : null}
    </>
  );
}

function ColumnHead({ column }: { column: ConfiguredColumn }) {
  return (
    <th
      scope="col"
      className={classNames(
        "border-b border-line px-3 font-medium whitespace-nowrap",
        isNumeric(column) && "text-right",
      )}
    >
      <span className="inline-block max-w-56 truncate align-bottom">{column.name}</span>{" "}
      <span className="text-xs font-normal text-faint">{isWritten(column) ? column.data_type : runText(column)}</span>
    </th>
  );
}

const kinds = { OTHERS: "", evaluation: "evaluation", evaluation_reason: "reason", run_prompt: "prompt" } as const;

/** "evaluation · 0.71, 98 % scored"; a mean never stands without what it is a mean of. */
function runText({ origin_type, average_score: mean, coverage }: ConfiguredColumn): string {
  const figures =
    origin_type === "evaluation" && mean !== null && coverage !== null
      ? ` · ${numberText(Number(mean.toFixed(3)))}, ${Math.round(coverage * 100)} % scored`
      : "";
  return `${kinds[origin_type]}${figures}`;
}

function Cell({ column, row, onOpen }: { column: ConfiguredColumn; row: TableRow; onOpen: () => void }) {
  const text = cellOf(row, column);
  const run = runCellOf(row, column);
  return (
    // The row's own button does the same for the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <td
      onClick={onOpen}
      className={classNames(
        "max-w-88 min-w-24 truncate border-b border-line px-3",
        isNumeric(column) && "text-right tabular-nums",
        isStructured(column) && "font-mono text-xs",
      )}
    >
      {run ? (
        <RunCell {...run} />
      ) : text === null ? (
        <span className="text-faint">
          <span aria-hidden="true">–</span>
          <span className="sr-only">Empty</span>
        </span>
      ) : (
        oneLine(text)
      )}
    </td>
  );
}

interface SelectPageProps {
  rows: readonly TableRow[];
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
}

function SelectPage({ rows, selected, onSelect }: SelectPageProps) {
  const chosen = rows.filter((row) => selected.has(row.row_id)).length;
  const all = chosen === rows.length;
  const change = () => {
    const next = new Set(selected);
    for (const { row_id } of rows) all ? next.delete(row_id) : next.add(row_id);
    onSelect(next);
  };
  return (
    <Checkbox
      hideLabel
      label="Select all rows of this page"
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={change}
    />
  );
}

function walkRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLButtonElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button[data-row]")];
  const next = buttons[buttons.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
