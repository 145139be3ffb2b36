"use client";
import { useState } from "react";
import { Missing } from "@/app/_ui/feedback/missing";
import { HeatMap } from "@/app/_ui/figure/heat-map";
import { countText, percentText } from "@/app/_ui/figure/numbers";
import { Pager } from "@/app/_ui/list/pager";
import { type Column, Table } from "@/app/_ui/list/table";
import { type Pair, pairGrid } from "./pair-grid";

const ROWS = 50;

/** Agreement of each pair of annotators with common items, over all labels, as a grid or a table. */
export function PairAgreements({ pairs, asTable }: { pairs: readonly Pair[]; asTable: boolean }) {
  const grid = pairGrid(pairs);
  if (grid.names.length === 0) return null;
  return (
    <section aria-labelledby="by-pair">
      <h2 id="by-pair" className="text-base font-medium">
        Pairs of annotators
      </h2>
      <p className="mb-3 text-soft">
        Share of equal values, over all labels.
        {grid.leftOut > 0 && !asTable
          ? ` The grid shows the ${grid.names.length} people with the most items in common. The table has ${countText(grid.leftOut)} more.`
          : ""}
      </p>
      {asTable ? (
        <PairTable pairs={pairs} />
      ) : (
        <HeatMap
          caption="Agreement of annotators by pair"
          names={grid.names}
          cellOf={grid.cellOf}
          ends={["0 %", "100 %"]}
        />
      )}
    </section>
  );
}

const columns: Column<Pair>[] = [
  { key: "first", header: "Annotator", cell: (pair) => pair.annotator_1_name },
  { key: "second", header: "and", cell: (pair) => pair.annotator_2_name },
  {
    key: "same",
    header: "Same value",
    align: "right",
    width: "w-28",
    cell: (pair) =>
      pair.agreement_pct === null ? <Missing reason="No item in common" /> : percentText(pair.agreement_pct),
  },
  {
    key: "pairs",
    header: "Pairs of values",
    align: "right",
    width: "w-28",
    cell: (pair) => countText(pair.total_comparisons),
  },
];

/** Lowest agreement first. */
function PairTable({ pairs }: { pairs: readonly Pair[] }) {
  const [page, setPage] = useState(1);
  const sorted = pairs.toSorted((left, right) => (left.agreement_pct ?? 2) - (right.agreement_pct ?? 2));
  return (
    <div className="max-w-2xl">
      <Table
        caption="Agreement of annotators by pair"
        rows={sorted.slice((page - 1) * ROWS, page * ROWS)}
        rowKey={(pair) => `${pair.annotator_1_id} ${pair.annotator_2_id}`}
        columns={columns}
      />
      <Pager page={page} limit={ROWS} count={sorted.length} noun="pairs" onPage={setPage} />
    </div>
  );
}
