"use client";
import { Status } from "@/app/_ui/feedback/status";
import { type Column, Table } from "@/app/_ui/list/table";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { holds, valueText } from "./published";

type Value = Output<typeof getEvalTemplate>["published_values"][number];

/** Published values of a metric, next to the values computed here. */
export function PublishedTable({ values }: { values: readonly Value[] }) {
  const agreeing = values.filter(holds).length;
  return (
    <section>
      <h2 className="text-base font-medium">Published values</h2>
      <p className="mb-2 text-soft">
        Computed when you opened this page. {agreeing} of {values.length} {values.length === 1 ? "agrees" : "agree"} to
        the last published digit.
      </p>
      <Table
        caption="Published values"
        rows={values}
        rowKey={(value) => String(values.indexOf(value))}
        columns={columns}
      />
    </section>
  );
}

const columns: Column<Value>[] = [
  { key: "what", header: "Example", cell: ({ what }) => what },
  {
    key: "source",
    header: "Published by",
    wide: true,
    cell: ({ source }) => <span className="wrap-anywhere">{source}</span>,
  },
  {
    key: "expected",
    header: "Published",
    align: "right",
    width: "w-28",
    cell: (value) => valueText(value, value.expected),
  },
  {
    key: "actual",
    header: "Computed here",
    align: "right",
    width: "w-28",
    cell: (value) => valueText(value, value.actual),
  },
  {
    key: "holds",
    header: "Agrees",
    width: "w-24",
    cell: (value) =>
      holds(value) ? (
        <Status tone="good" shape="check">
          Yes
        </Status>
      ) : (
        <Status tone="bad" shape="cross">
          No
        </Status>
      ),
  },
];
