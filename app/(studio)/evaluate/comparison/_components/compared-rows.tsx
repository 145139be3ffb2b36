"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import type { Column } from "@/app/_ui/list/table";
import { FilterSelect } from "@/app/(studio)/_components/filters";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { comparedRowsQuery } from "@/lib/client/evaluation/trust";
import { oneOf, pageOf } from "../../../_components/address";
import { ComparedInputs } from "../../_components/cell-inputs";
import { pointsText, scoreText } from "../../_components/figures";
import { NoScore } from "../../_components/no-score";
import type { ComparedRow } from "./compared";

const changes = ["flipped", "rises", "falls", "incomplete"] as const;
const changeWords: Record<(typeof changes)[number], string> = {
  flipped: "Flipped",
  rises: "Rose",
  falls: "Fell",
  incomplete: "Without a score in one run",
};
const changeOptions = changes.map((value) => ({ value, label: changeWords[value] }));

interface Props {
  first: string;
  second: string;
  name: string;
  /** The evaluations of the first and the second run. */
  pair: readonly [string, string];
  /** Shown above the list of rows. */
  children: ReactNode;
}

/** Both runs' results for each row. Rows with a flipped verdict come first. */
export function ComparedRows({ first, second, name, pair: [evaluation_id, other_evaluation_id], children }: Props) {
  const { get } = useAddress();
  const change = oneOf(changes, get("change"));
  const page = pageOf(get("page"));
  const ids = { run_id: first, other_id: second, evaluation_id, other_evaluation_id };
  const rows = useQuery({
    ...comparedRowsQuery({ ...ids, change: change ?? "all", page }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="row-by-row" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className=" flex flex-wrap items-center justify-between gap-3">
        <h2 id="row-by-row" className="text-base font-medium">
          {name}, row by row
        </h2>
        <FilterSelect
          name="change"
          label="Rows"
          value={change}
          all="All rows, flipped first"
          options={changeOptions}
          width="w-60!"
        />
      </div>
      {children}
      <PagedTable
        found={rows}
        noun="rows"
        caption={`Rows under ${name} in both runs`}
        columns={columns}
        rowKey={({ row_id }) => row_id}
        empty={<EmptyState title="No rows match">No row of the two runs matches this filter.</EmptyState>}
      />
    </section>
  );
}

const columns: Column<ComparedRow>[] = [
  {
    key: "row",
    header: "Row",
    align: "right",
    width: "w-14",
    cell: ({ position }) => position ?? <Missing reason="The row was deleted" />,
  },
  {
    key: "inputs",
    header: "Inputs",
    width: "min-w-40",
    wide: true,
    cell: ({ first, second, inputs_differ }) => (
      <ComparedInputs first={first.inputs} second={second.inputs} differ={inputs_differ} />
    ),
  },
  { key: "first", header: "First run", width: "w-1/4 min-w-28", cell: ({ first }) => <Side side={first} /> },
  { key: "second", header: "Second run", width: "w-1/4 min-w-28", cell: ({ second }) => <Side side={second} /> },
  {
    key: "difference",
    header: "Change",
    align: "right",
    width: "w-24",
    cell: ({ difference, is_flipped }) =>
      difference === null ? (
        <Missing reason="One run has no score" />
      ) : (
        <>
          <span className="block">{pointsText(difference)}</span>
          {is_flipped ? <span className="block text-xs text-faint">flipped</span> : null}
        </>
      ),
  },
];

function Side({ side }: { side: ComparedRow["first"] }) {
  const { outcome, passed, score, label, reason } = side;
  if (outcome !== "scored")
    return (
      <span className="block py-1">
        <NoScore outcome={outcome} open="Open" />
        <Reason text={reason} />
      </span>
    );
  const figure = label ?? (score === null ? "" : scoreText(score));
  return (
    <span className="block py-1">
      {passed === null ? (
        <span>{figure}</span>
      ) : (
        <Status shape={passed ? "check" : "cross"} tone={passed ? "good" : "bad"}>
          {figure}
        </Status>
      )}
      <Reason text={reason} />
    </span>
  );
}

const Reason = ({ text }: { text: string | null }) =>
  text ? (
    <span className="line-clamp-2 text-xs text-soft wrap-anywhere" title={text}>
      {text}
    </span>
  ) : null;
