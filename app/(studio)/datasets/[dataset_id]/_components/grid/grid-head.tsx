"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/app/_ui/class-names";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { coverageText } from "@/app/(studio)/evaluate/_components/figures";
import { numberText } from "@/app/(studio)/evaluate/_components/verdict-text";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { TableRow } from "@/lib/contracts/datasets/table";
import { orderIn } from "@/lib/datasets/rules/row-arrangement";
import { isNumeric, isWritten } from "../cells";
import { ColumnMenu } from "../columns/column-menu";

interface Props {
  datasetId: string;
  /** The order, as in the address. */
  sort: string;
  mayChange: boolean;
  columns: readonly ConfiguredColumn[];
  onPrompt: ((columnId: string) => void) | undefined;
  /** Above the rows' numbers. */
  children: ReactNode;
}

export const GridHead = ({ columns, children, ...rest }: Props) => (
  <thead className="sticky top-0 z-10 bg-sunk text-left">
    <tr aria-rowindex={1} className="h-9">
      <th scope="col" className="border-b border-line px-3 text-xs font-normal text-faint">
        {children}
      </th>
      {columns.map((column) => (
        <ColumnHead key={column.id} column={column} {...rest} />
      ))}
    </tr>
  </thead>
);

type HeadProps = Omit<Props, "columns" | "children"> & { column: ConfiguredColumn };

function ColumnHead({ column, datasetId, sort, mayChange, onPrompt }: HeadProps) {
  const order = orderIn(sort);
  const sorted = order?.column === column.id ? (order.isDescending ? "descending" : "ascending") : undefined;
  const Arrow = sorted === "descending" ? ArrowDown : ArrowUp;
  return (
    <th scope="col" title={column.name} aria-sort={sorted} className="border-b border-line px-3 font-medium">
      <span className="flex items-center gap-1">
        <span className={classNames("min-w-0 flex-1 truncate", isNumeric(column) && "text-right")}>
          {onPrompt && column.origin_type === "run_prompt" ? (
            <button
              type="button"
              aria-label={`Prompt of ${column.name}`}
              onClick={() => onPrompt(column.id)}
              className="reach text-accent underline-offset-2 hover:underline"
            >
              {column.name}
            </button>
          ) : (
            column.name
          )}{" "}
          <span className="text-xs font-normal text-faint">
            {isWritten(column) ? column.data_type : runText(column)}
          </span>
        </span>
        {sorted ? <Arrow aria-hidden="true" className="size-3.5 shrink-0 text-accent" /> : null}
        <ColumnMenu {...{ column, datasetId, mayChange, sorted }} />
      </span>
    </th>
  );
}

const promptStates: Record<ConfiguredColumn["status"], string> = {
  NotStarted: " · not filled yet",
  Running: " · being filled",
  Completed: "",
  Cancelled: " · stopped",
  Failed: " · failed",
};
const kinds = { OTHERS: "", evaluation: "evaluation", evaluation_reason: "reason", run_prompt: "prompt" } as const;

/** "evaluation · 0.71, 98 % scored": a mean always comes with its coverage. */
function runText({ origin_type, average_score: mean, coverage, status }: ConfiguredColumn): string {
  if (origin_type === "run_prompt") return `${kinds.run_prompt}${promptStates[status]}`;
  const figures =
    origin_type === "evaluation" && mean !== null && coverage !== null
      ? ` · ${numberText(Number(mean.toFixed(3)))}, ${coverageText(coverage)} scored`
      : "";
  return `${kinds[origin_type]}${figures}`;
}

interface SelectShownProps {
  rows: readonly TableRow[];
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
}

/** Selects the loaded rows, or none of them. */
export function SelectShown({ rows, selected, onSelect }: SelectShownProps) {
  const chosen = rows.filter((row) => selected.has(row.rowId)).length;
  const all = chosen === rows.length && rows.length > 0;
  const change = () => {
    const next = new Set(selected);
    for (const { rowId } of rows) all ? next.delete(rowId) : next.add(rowId);
    onSelect(next);
  };
  return (
    <Checkbox
      hideLabel
      label="Select all loaded rows"
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={change}
    />
  );
}
