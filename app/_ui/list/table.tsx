"use client";
import type { KeyboardEvent, ReactNode } from "react";
import { toggled } from "@/lib/toggled";
import { classNames } from "../class-names";
import { Checkbox } from "../control/checkbox";
import { useKeptFocus } from "../keyboard/use-kept-focus";

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Right-aligns numbers, in tabular figures. */
  align?: "left" | "right";
  /** A width that stays the same from page to page, e.g. "w-32". */
  width?: string;
  /** Hidden below 640 px. */
  wide?: boolean;
}

export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Names a row's checkbox, e.g. "Select item 4". */
  labelOf: (key: string) => string;
}

interface Props<Row> {
  /** Describes the table; read aloud, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection?: Selection;
  /** Dims the old rows while new ones are loading. */
  stale?: boolean;
}

/** Rows of 36 px. Arrow keys move between the links of the first column. */
export function Table<Row>({ caption, columns, rows, rowKey, selection, stale = false }: Props<Row>) {
  const focusKeeper = useKeptFocus<HTMLTableSectionElement>();
  return (
    // Positioned, so that screen-reader text inside cannot widen the page.
    <div className="relative -mx-4 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
      <table
        aria-busy={stale}
        onKeyDown={walkLinks}
        className={classNames("w-full border-collapse text-sm transition-opacity", stale && "opacity-60")}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-left text-xs text-faint">
            {selection ? (
              <th scope="col" className="w-8 min-w-8 py-2">
                <SelectAll keys={rows.map(rowKey)} selection={selection} />
              </th>
            ) : null}
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classNames(cellClass(column), "h-8 font-normal")}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...focusKeeper}>
          {rows.map((row) => {
            const key = rowKey(row);
            return <TableRow key={key} id={key} row={row} columns={columns} selection={selection} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<Row> {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  selection: Selection | undefined;
}

function TableRow<Row>({ id, row, columns, selection }: RowProps<Row>) {
  const isSelected = selection?.selected.has(id) ?? false;
  return (
    <tr
      className={classNames(
        "h-9 border-b border-line transition-colors last:border-0 pointer-coarse:h-11",
        isSelected ? "bg-accent-wash" : "hover:bg-sunk",
      )}
    >
      {selection ? (
        <td className="min-w-8">
          <Checkbox
            hideLabel
            checked={isSelected}
            label={selection.labelOf(id)}
            onChange={() => selection.onChange(toggled(selection.selected, id))}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.key} className={classNames(cellClass(column), "py-1")}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

const cellClass = <Row,>(column: Column<Row>): string =>
  classNames(
    "pr-4 last:pr-0",
    column.align === "right" && "text-right tabular-nums",
    column.wide && "max-sm:hidden",
    column.width,
  );

function SelectAll({ keys, selection }: { keys: string[]; selection: Selection }) {
  const count = keys.filter((key) => selection.selected.has(key)).length;
  const all = count > 0 && count === keys.length;
  const change = () => {
    const next = new Set(selection.selected);
    for (const key of keys) all ? next.delete(key) : next.add(key);
    selection.onChange(next);
  };
  return (
    <Checkbox
      hideLabel
      label="Select all rows on this page"
      checked={all}
      indeterminate={count > 0 && !all}
      onChange={change}
    />
  );
}

function walkLinks(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLAnchorElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>("tbody a[data-row]")];
  const next = links[links.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
