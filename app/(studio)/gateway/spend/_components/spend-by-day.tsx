"use client";
import { ColumnChart } from "@/app/_ui/figure/column-chart";
import { countText, dayText, quantity } from "@/app/_ui/figure/numbers";
import { type Column, Table } from "@/app/_ui/list/table";
import type { SpendGroup } from "@/lib/contracts/gateway/money/spend";
import { Cost, costText } from "../../../_components/cost";
import { microsText } from "../../requests/_components/figures";
import { spentIn } from "./spent";

const nameOf = ({ value }: SpendGroup): string => dayText(value ?? "");

/** The interval in days between labels below the columns. */
const ticksOf = (days: number): number => (days <= 7 ? 1 : days <= 31 ? 7 : 14);

const tableColumns: readonly Column<SpendGroup>[] = [
  { key: "day", header: "Day", cell: ({ value }) => value },
  { key: "cost", header: "Spent", align: "right", cell: (day) => <Cost {...spentIn(day)} /> },
  { key: "requests", header: "Charged requests", align: "right", cell: ({ requests }) => countText(requests) },
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
];

interface Props {
  days: readonly SpendGroup[];
}

export const SpendByDay = ({ days, asTable }: Props & { asTable: boolean }) =>
  asTable ? (
    <Table caption="Spend by day" rows={days.toReversed()} rowKey={({ value }) => value ?? ""} columns={tableColumns} />
  ) : (
    <SpendChart days={days} />
  );

function SpendChart({ days }: Props) {
  // An unknown cost adds nothing to the columns; the text beside them says that it is missing.
  const knownIn = (day: SpendGroup): number => day.cost_micros ?? 0;
  const sum = days.reduce((total, day) => total + knownIn(day), 0);
  if (sum === 0) {
    const isKnown = days.every(({ unpriced_requests }) => unpriced_requests === 0);
    return (
      <p className="text-soft">
        {isKnown ? "No costs on these days." : "The costs of these days are unknown, because the models have no price."}
      </p>
    );
  }
  const every = ticksOf(days.length);
  const columns = days.map((day, index) => ({
    key: day.value ?? "",
    count: knownIn(day),
    detail: `${nameOf(day)}: ${costText(spentIn(day))}, ${quantity(day.requests, "charged request")}`,
    ...((days.length - 1 - index) % every === 0 ? { tick: nameOf(day) } : {}),
  }));
  const mostExpensive = days.reduce((most, day) => (knownIn(day) > knownIn(most) ? day : most));
  return (
    <ColumnChart
      columns={columns}
      figureText={microsText}
      summary={`Spend per day over ${days.length} days: ${microsText(sum)} in total, most on ${nameOf(mostExpensive)} with ${microsText(knownIn(mostExpensive))}`}
    />
  );
}
