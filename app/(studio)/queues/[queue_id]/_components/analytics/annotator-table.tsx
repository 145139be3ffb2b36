"use client";
import type { z } from "zod";
import { Missing } from "@/app/_ui/feedback/missing";
import { countText, durationText, quantity } from "@/app/_ui/figure/numbers";
import { timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import type { analytics } from "@/lib/contracts/annotation/reports";

type Person = z.infer<typeof analytics>["annotator_performance"][number];

const columns: Column<Person>[] = [
  { key: "name", header: "Annotator", cell: (person) => <span className="font-medium">{person.name}</span> },
  {
    key: "completed",
    header: "Completed",
    align: "right",
    width: "w-24",
    cell: (person) => countText(person.completed),
  },
  {
    key: "skipped",
    header: "Skipped",
    align: "right",
    width: "w-24",
    wide: true,
    cell: ({ skipped }) => countText(skipped),
  },
  {
    key: "scores",
    header: "Scores",
    align: "right",
    width: "w-24",
    wide: true,
    cell: (person) => countText(person.annotations),
  },
  {
    key: "median",
    header: "Median per item",
    align: "right",
    width: "w-32",
    cell: ({ time_per_item: { median_ms } }) =>
      median_ms === null ? <Missing reason="No times recorded" /> : durationText(median_ms),
  },
  timeColumn("Last active", ({ last_active }) => last_active, { width: "w-32", wide: true, missing: "Not active yet" }),
];

const checkColumn = (key: "gold" | "repeats", header: string, missing: string): Column<Person> => ({
  key,
  header,
  align: "right",
  width: "w-36",
  wide: true,
  cell: ({ [key]: { share, answered, matching } }) =>
    share === null ? <Missing reason={missing} /> : `${countText(matching)} of ${quantity(answered, "answer")}`,
});

/** Shown once an annotator was checked: most queues have neither gold items nor repeats. */
const checkColumns = [
  checkColumn("gold", "Gold accuracy", "No gold item answered"),
  checkColumn("repeats", "Consistency on repeats", "No repeated item answered"),
];

export function AnnotatorTable({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return <p className="text-soft">No annotations yet.</p>;
  const checked = people.some((person) => person.gold.answered + person.repeats.answered > 0);
  return (
    <Table
      caption="Work by annotator"
      rows={people}
      rowKey={(person) => person.user_id}
      columns={checked ? [...columns, ...checkColumns] : columns}
    />
  );
}
