"use client";
import { ColumnChart } from "@/app/_ui/figure/column-chart";
import { countText } from "@/app/_ui/figure/numbers";
import { Table } from "@/app/_ui/table";
import { dayText, lastDays } from "./days";

const TICK_DAYS = 7;

interface Props {
  daily: readonly { date: string; count: number }[];
  asTable: boolean;
}

/** Items completed a day in the last 30 days, by UTC as they are counted. */
export function Throughput({ daily, asTable }: Props) {
  const days = lastDays(daily, new Date());
  const sum = days.reduce((total, day) => total + day.count, 0);
  if (sum === 0) return <p className="text-soft">Nothing was completed in the last 30 days.</p>;
  if (asTable) {
    return (
      <div className="max-h-80 overflow-y-auto">
        <Table
          caption="Items completed by day"
          rows={days.filter((day) => day.count > 0).toReversed()}
          rowKey={(day) => day.date}
          columns={[
            { key: "day", header: "Day", cell: (day) => day.date },
            { key: "count", header: "Items", align: "right", cell: (day) => countText(day.count) },
          ]}
        />
      </div>
    );
  }
  const columns = days.map(({ date, count }, index) => ({
    key: date,
    count,
    detail: `${dayText(date)}: ${count === 1 ? "1 item" : `${countText(count)} items`}`,
    // Every seventh from today backwards.
    ...((days.length - 1 - index) % TICK_DAYS === 0 ? { tick: dayText(date) } : {}),
  }));
  const best = days.reduce((most, day) => (day.count > most.count ? day : most));
  return (
    <ColumnChart
      columns={columns}
      summary={`Items completed a day in the last 30 days: ${countText(sum)} in all, most on ${dayText(best.date)} with ${countText(best.count)}`}
    />
  );
}
