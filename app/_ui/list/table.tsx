"use client";
import type { KeyboardEvent } from "react";
import { classNames } from "../class-names";
import { Checkbox } from "../control/checkbox";
import { useKeptFocus } from "../keyboard/use-kept-focus";
import { type Column, cellClass } from "./column";
import { type Selection, useRowSelection } from "./row-selection";
import { type Order, TableHead } from "./table-head";

export type { Column } from "./column";
export type { Selection } from "./row-selection";

interface Props<Row> {
  /** Describes the table; read aloud, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection?: Selection;
  /** Lets headers of columns with `sort` change the order. */
  order?: Order;
  /** Dims the old rows while new ones are loading. */
  stale?: boolean;
}

/** Rows of 36 px. Arrow keys move between the links of the first column, and between checkboxes. */
export function Table<Row>({ caption, columns, rows, rowKey, selection, order, stale = false }: Props<Row>) {
  const focusKeeper = useKeptFocus<HTMLTableSectionElement>();
  const keys = rows.map(rowKey);
  const { toggle, onClickCapture, onKeyDown } = useRowSelection(keys, selection);
  return (
    // Positioned, so that screen-reader text inside cannot widen the page.
    <div className="relative -mx-4 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
      <table
        aria-busy={stale}
        onClickCapture={onClickCapture}
        onKeyDown={(event) => {
          walkLinks(event);
          onKeyDown(event);
        }}
        className={classNames("w-full border-collapse text-sm transition-opacity", stale && "opacity-60")}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead columns={columns} keys={keys} selection={selection} order={order} />
        <tbody {...focusKeeper}>
          {rows.map((row) => {
            const key = rowKey(row);
            return <TableRow key={key} id={key} {...{ row, columns, selection, toggle }} />;
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
  toggle: (key: string) => void;
}

function TableRow<Row>({ id, row, columns, selection, toggle }: RowProps<Row>) {
  const isSelected = selection?.selected.has(id) ?? false;
  return (
    <tr
      data-key={id}
      className={classNames(
        "h-9 border-b border-line transition-colors last:border-0 pointer-coarse:h-11",
        isSelected ? "bg-accent-wash" : "hover:bg-sunk",
      )}
    >
      {selection ? (
        <td data-select="" className="min-w-8 select-none">
          <Checkbox hideLabel checked={isSelected} label={selection.labelOf(id)} onChange={() => toggle(id)} />
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

function walkLinks(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLAnchorElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>("tbody a[data-row]")];
  const next = links[links.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
