"use client";
import { ColumnChart } from "@/app/_ui/figure/column-chart";
import { counted, countText, dayText } from "@/app/_ui/figure/numbers";
import { Table } from "@/app/_ui/table";
import type { SpendGroup } from "@/lib/contracts/gateway/spend";
import { microsText } from "../../requests/_components/figures";

const nameOf = ({ value }: SpendGroup): string => dayText(value ?? "");

/** Every how many days one is named below the columns. */
const ticksOf = (days: number): number => (days <= 7 ? 1 : days <= 31 ? 7 : 14);

export function SpendByDay({ days, asTable }: { days: readonly SpendGroup[]; asTable: boolean }) {
  if (asTable) {
    return (
      <Table
        caption="Spend by day"
        rows={days.toReversed()}
        rowKey={({ value }) => value ?? ""}
        columns={[
          { key: "day", header: "Day", cell: ({ value }) => value },
          { key: "cost", header: "Spent", align: "right", cell: ({ cost_micros }) => microsText(cost_micros) },
          { key: "requests", header: "Requests", align: "right", cell: ({ requests }) => countText(requests) },
          {
            key: "input",
            header: "Input tokens",
            align: "right",
            wide: true,
            cell: ({ input_tokens }) => countText(input_tokens),
          },
          {
            key: "output",
            header: "Output tokens",
            align: "right",
            wide: true,
            cell: ({ output_tokens }) => countText(output_tokens),
          },
        ]}
      />
    );
  }
  const sum = days.reduce((total, day) => total + day.cost_micros, 0);
  if (sum === 0) {
    return (
      <p className="text-soft">None of these days cost anything: calls of models without a price count as $0.00.</p>
    );
  }
  const every = ticksOf(days.length);
  const columns = days.map((day, index) => ({
    key: day.value ?? "",
    count: day.cost_micros,
    detail: `${nameOf(day)}: ${microsText(day.cost_micros)}, ${counted(day.requests, "request")}`,
    ...((days.length - 1 - index) % every === 0 ? { tick: nameOf(day) } : {}),
  }));
  const dearest = days.reduce((most, day) => (day.cost_micros > most.cost_micros ? day : most));
  return (
    <ColumnChart
      columns={columns}
      figureText={microsText}
      summary={`Spend a day over ${days.length} days: ${microsText(sum)} in all, most on ${nameOf(dearest)} with ${microsText(dearest.cost_micros)}`}
    />
  );
}
