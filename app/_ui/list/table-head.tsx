"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "../class-names";
import { Checkbox } from "../control/checkbox";
import { type Column, cellClass } from "./column";
import type { Selection } from "./row-selection";

/** The order of a list: a column's `sort`, with a minus sign if descending. */
export interface Order {
  value: string;
  onChange: (value: string) => void;
}

interface Props<Row> {
  columns: readonly Column<Row>[];
  keys: readonly string[];
  selection: Selection | undefined;
  order: Order | undefined;
}

export function TableHead<Row>({ columns, keys, selection, order }: Props<Row>) {
  return (
    <thead>
      <tr className="border-b border-line text-left text-xs text-faint">
        {selection ? (
          <th scope="col" className="w-8 min-w-8 py-2">
            <SelectAll keys={keys} selection={selection} />
          </th>
        ) : null}
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            aria-sort={column.sort && order ? sortOf(column.sort, order.value) : undefined}
            className={classNames(cellClass(column), "h-8 font-normal")}
          >
            {column.sort && order ? <SortButton column={column} sort={column.sort} order={order} /> : column.header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const sortOf = (sort: string, value: string): "ascending" | "descending" | "none" =>
  value === sort ? "ascending" : value === `-${sort}` ? "descending" : "none";

/** Orders by the column; once more, the other way round. */
function SortButton<Row>({ column, sort, order }: { column: Column<Row>; sort: string; order: Order }) {
  const now = sortOf(sort, order.value);
  const Arrow = now === "descending" ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={() => order.onChange(now === "ascending" ? `-${sort}` : sort)}
      className={classNames(
        "reach group inline-flex items-center gap-1 rounded-sm align-middle hover:text-ink",
        column.align === "right" && "flex-row-reverse",
        now !== "none" && "font-medium text-ink",
      )}
    >
      {column.header}
      <Arrow
        aria-hidden="true"
        className={classNames(
          "size-3",
          now === "none" && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
        )}
      />
    </button>
  );
}

function SelectAll({ keys, selection }: { keys: readonly string[]; selection: Selection }) {
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
