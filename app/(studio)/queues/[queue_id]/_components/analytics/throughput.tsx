"use client";
import { ColumnChart } from "@/app/_ui/figure/column-chart";
import { countText, dayText, quantity } from "@/app/_ui/figure/numbers";
import { Table } from "@/app/_ui/list/table";
import type { Day } from "@/lib/annotation/reports/rules/days";
import { readerTimeZone } from "@/lib/client/reports";
import { lastDays } from "./days";

const TICK_DAYS = 7;

interface Props {
  daily: readonly Day[];
  asTable: boolean;
}

/** Annotations, and items completed, on each of the last 30 days. With review or several annotators, completion comes later. */
export function Throughput({ daily, asTable }: Props) {
  const days = lastDays(daily, new Date(), readerTimeZone());
  const sum = days.reduce((total, day) => total + day.answered, 0);
  if (daily.length === 0) return <p className="text-soft">No annotations in the last 30 days.</p>;
  if (asTable) {
    return (
      <div className="max-h-80 overflow-y-auto">
        <Table
          caption="Annotations and completed items by day"
          rows={daily.toReversed()}
          rowKey={(day) => day.date}
          columns={[
            { key: "day", header: "Day", cell: (day) => day.date },
            { key: "answered", header: "Annotations", align: "right", cell: (day) => countText(day.answered) },
            { key: "count", header: "Items completed", align: "right", cell: (day) => countText(day.count) },
          ]}
        />
      </div>
    );
  }
  const columns = days.map(({ date, count, answered }, index) => ({
    key: date,
    count: answered,
    detail: `${dayText(date)}: ${quantity(answered, "annotation")}, ${quantity(count, "item")} completed`,
    // Every seventh day, counted back from today.
    ...((days.length - 1 - index) % TICK_DAYS === 0 ? { tick: dayText(date) } : {}),
  }));
  const best = days.reduce((most, day) => (day.answered > most.answered ? day : most));
  return (
    <ColumnChart
      columns={columns}
      summary={`Annotations per day in the last 30 days: ${countText(sum)} in total, most on ${dayText(best.date)} with ${countText(best.answered)}`}
    />
  );
}
