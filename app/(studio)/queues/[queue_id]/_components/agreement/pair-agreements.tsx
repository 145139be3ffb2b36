"use client";
import { useState } from "react";
import { Missing } from "@/app/_ui/feedback/missing";
import { HeatMap } from "@/app/_ui/figure/heat-map";
import { countText, percentText, rangeText } from "@/app/_ui/figure/numbers";
import { Pager } from "@/app/_ui/list/pager";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { hrefOfPair, type Pair, pairGrid } from "./pair-grid";

const ROWS = 50;

interface Props {
  queueId: string;
  /** The label of the pairs; over all labels without it. */
  label: string | undefined;
  pairs: readonly Pair[];
  asTable: boolean;
}

/** Agreement of each pair of annotators with common items, as a grid or a table. Each leads to its items. */
export function PairAgreements({ queueId, label, pairs, asTable }: Props) {
  const grid = pairGrid(pairs, (pair) => hrefOfPair(queueId, label, pair));
  return (
    <>
      <p className="mb-3 text-soft">
        Share of equal values in percent{label ? ", with the number of common items and the 95 % interval." : "."} A
        figure opens the items that differ.
        {label ? "" : " Over all labels there is no interval, because the answers to one item depend on each other."}
        {grid.leftOut > 0 && !asTable
          ? ` The grid shows the ${grid.names.length} people with the most items in common. The table has ${countText(grid.leftOut)} more.`
          : ""}
      </p>
      {asTable ? (
        <PairTable queueId={queueId} label={label} pairs={pairs} />
      ) : (
        <HeatMap
          caption="Agreement of annotators by pair"
          names={grid.names}
          cellOf={grid.cellOf}
          ends={["0 %", "100 %"]}
        />
      )}
    </>
  );
}

const columnsOf = (queueId: string, label: string | undefined): Column<Pair>[] => [
  {
    key: "first",
    header: "Annotator",
    cell: (pair) => <RowLink href={hrefOfPair(queueId, label, pair)}>{pair.first.name}</RowLink>,
  },
  { key: "second", header: "and", cell: (pair) => pair.second.name },
  {
    key: "same",
    header: "Same value",
    align: "right",
    width: "w-28",
    cell: ({ agreement }) => (agreement === null ? <Missing reason="No item in common" /> : percentText(agreement)),
  },
  {
    key: "interval",
    header: "95 % interval",
    align: "right",
    width: "w-36",
    wide: true,
    cell: ({ interval }) =>
      interval ? rangeText(interval, percentText) : <Missing reason="Choose one label for an interval" />,
  },
  {
    key: "compared",
    header: label ? "Items" : "Pairs of values",
    align: "right",
    width: "w-28",
    cell: ({ compared }) => countText(compared),
  },
];

/** Lowest agreement first. */
function PairTable({ queueId, label, pairs }: Omit<Props, "asTable">) {
  const [page, setPage] = useState(1);
  const sorted = pairs.toSorted((left, right) => (left.agreement ?? 2) - (right.agreement ?? 2));
  return (
    <div className="max-w-3xl">
      <Table
        caption="Agreement of annotators by pair"
        rows={sorted.slice((page - 1) * ROWS, page * ROWS)}
        rowKey={(pair) => `${pair.first.id} ${pair.second.id}`}
        columns={columnsOf(queueId, label)}
      />
      <Pager page={page} limit={ROWS} count={sorted.length} noun="pairs" onPage={setPage} />
    </div>
  );
}
