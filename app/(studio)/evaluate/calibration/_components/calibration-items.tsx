"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import type { Column } from "@/app/_ui/list/table";
import { FilterSelect } from "@/app/(studio)/_components/filters";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { calibrationItemsQuery } from "@/lib/client/evaluation/trust";
import type { Output } from "@/lib/contracts/contract";
import type { listCalibrationItems } from "@/lib/contracts/evaluation/calibration-items";
import { oneOf, pageOf } from "../../../_components/address";

type Item = Output<typeof listCalibrationItems>["results"][number];

const cellWords = {
  disagreements: "Disagreements",
  false_pass: "Judge passes, people fail",
  false_fail: "Judge fails, people pass",
  true_pass: "Both pass",
  true_fail: "Both fail",
  undecided: "People are split",
  unjudged: "Not judged",
} as const;
// Safe because the record's keys are the cells.
const cells = Object.keys(cellWords) as (keyof typeof cellWords)[];
const cellOptions = cells.map((value) => ({ value, label: cellWords[value] }));

/** Each item with both verdicts; differences first. */
export function CalibrationItems({ id }: { id: string }) {
  const { get } = useAddress();
  const cell = oneOf(cells, get("cell"));
  const page = pageOf(get("page"));
  const items = useQuery({ ...calibrationItemsQuery(id, cell ?? "all", page), placeholderData: keepPreviousData });
  return (
    <section aria-labelledby="item-by-item">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="item-by-item" className="text-base font-medium">
          Item by item
        </h2>
        <FilterSelect
          name="cell"
          label="Items"
          value={cell}
          all="All items, disagreements first"
          options={cellOptions}
          width="w-64!"
        />
      </div>
      <PagedTable
        found={items}
        noun="items"
        caption="Items with both verdicts"
        columns={columns}
        rowKey={({ item_id }) => item_id}
        empty={<EmptyState title="No items match">No annotated item of the queue matches this filter.</EmptyState>}
      />
    </section>
  );
}

const Verdict = ({ passed }: { passed: boolean }) => (
  <Status shape={passed ? "check" : "cross"} tone={passed ? "good" : "bad"}>
    {passed ? "Pass" : "Fail"}
  </Status>
);

const columns: Column<Item>[] = [
  {
    key: "item",
    header: "Item",
    width: "min-w-32",
    cell: ({ preview }) => <span className="line-clamp-2 py-1 wrap-anywhere">{preview}</span>,
  },
  {
    key: "people",
    header: "People",
    width: "w-32",
    cell: ({ people, passes, fails, is_settled }) => (
      <span className="block py-1">
        {people === "undecided" ? <Status shape="unequal">Split</Status> : <Verdict passed={people === "pass"} />}
        <span className="block text-xs text-faint tabular-nums">
          {is_settled ? "settled" : `${passes} pass, ${fails} fail`}
        </span>
      </span>
    ),
  },
  {
    key: "judge",
    header: "Judge",
    width: "w-24",
    cell: ({ judge }) =>
      judge === null ? <Missing reason="No verdict in the run" /> : <Verdict passed={judge === "pass"} />,
  },
  {
    key: "reason",
    header: "Judge's reason",
    width: "w-2/5 min-w-40",
    wide: true,
    cell: ({ reason }) => (
      <span className="line-clamp-2 text-soft wrap-anywhere" title={reason ?? ""}>
        {reason}
      </span>
    ),
  },
];
