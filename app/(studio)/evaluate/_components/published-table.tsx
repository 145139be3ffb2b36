"use client";
import { Status } from "@/app/_ui/status";
import { Table } from "@/app/_ui/table";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/templates";
import { holds, valueText } from "./published";

type Value = Output<typeof getEvalTemplate>["published_values"][number];

/** What others have published of a metric, beside what this installation computes. */
export function PublishedTable({ values }: { values: readonly Value[] }) {
  const held = values.filter(holds).length;
  return (
    <section>
      <h2 className="text-base font-medium">Published values</h2>
      <p className="mb-2 text-soft">
        Computed as you opened this page: {held} of {values.length} {values.length === 1 ? "agrees" : "agree"} to the
        last digit that was published.
      </p>
      <Table
        caption="Published values"
        rows={values}
        rowKey={(value) => String(values.indexOf(value))}
        columns={[
          { key: "what", header: "Of what", cell: ({ what }) => what },
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
            header: "Here",
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
        ]}
      />
    </section>
  );
}
