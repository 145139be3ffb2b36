"use client";
import { memo } from "react";
import { classNames } from "@/app/_ui/class-names";
import { Checkbox } from "@/app/_ui/control/checkbox";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { TableRow } from "@/lib/contracts/datasets/table";
import { rowNumber } from "@/lib/datasets/rules/row-number";
import { cellOf, isNumeric, isStructured, oneLine, runCellOf } from "../cells";
import { RunCell } from "../run-cell";

export const FIRST_REM = 6;
const NARROW_REM = 10;
const WIDE_REM = 18;

/** Columns have fixed widths, so that nothing moves during scrolling. */
export const widthOf = (column: ConfiguredColumn): number =>
  isNumeric(column) || column.data_type === "boolean" ? NARROW_REM : WIDE_REM;

interface GapProps {
  /** How many columns are left out. */
  rows: number;
  rowHeight: number;
  columns: number;
}

/** The height of rows that are not rendered. */
export function Gap({ rows, rowHeight, columns }: GapProps) {
  if (rows === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true">
      <td colSpan={columns} className="p-0" style={{ height: rows * rowHeight }} />
    </tr>
  );
}

interface Props {
  index: number;
  /** Undefined until loaded. */
  row: TableRow | undefined;
  columns: readonly ConfiguredColumn[];
  /** Null if it cannot be selected. */
  isSelected: boolean | null;
  onToggle: (rowId: string) => void;
  onOpen: (index: number) => void;
}

const HEIGHT = "h-9 pointer-coarse:h-12";

export const GridRow = memo(function GridRow({ index, row, columns, isSelected, onToggle, onOpen }: Props) {
  if (!row)
    return (
      <tr aria-rowindex={index + 2} aria-busy="true" data-blank="" className={HEIGHT}>
        {[null, ...columns].map((column) => (
          <td key={column?.id ?? ""} className="border-b border-line px-3">
            <span className="block h-3 w-3/5 rounded-sm bg-hover" />
          </td>
        ))}
      </tr>
    );
  const number = rowNumber(row.order).toLocaleString("en");
  return (
    <tr
      aria-rowindex={index + 2}
      className={classNames(HEIGHT, "hover:bg-sunk", isSelected && "bg-accent-wash hover:bg-accent-wash")}
    >
      <td className="border-b border-line px-3">
        <span className="flex items-center gap-2">
          {isSelected === null ? null : (
            <Checkbox
              hideLabel
              label={`Select row ${number}`}
              checked={isSelected}
              onChange={() => onToggle(row.rowId)}
            />
          )}
          <button
            type="button"
            data-row={index}
            aria-label={`Open row ${number}`}
            onClick={() => onOpen(index)}
            className="min-w-8 rounded-sm px-1 text-right text-xs text-faint tabular-nums hover:text-ink hover:underline pointer-coarse:min-h-11"
          >
            {number}
          </button>
        </span>
      </td>
      {columns.map((column) => (
        <Cell key={column.id} column={column} row={row} onOpen={() => onOpen(index)} />
      ))}
    </tr>
  );
});

function Cell({ column, row, onOpen }: { column: ConfiguredColumn; row: TableRow; onOpen: () => void }) {
  const text = cellOf(row, column);
  const run = runCellOf(row, column);
  return (
    // The row's own button does the same for the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <td
      onClick={onOpen}
      className={classNames(
        "truncate border-b border-line px-3",
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
