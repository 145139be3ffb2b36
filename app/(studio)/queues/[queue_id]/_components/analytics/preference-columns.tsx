// The columns of a preference label's ranking.
import { Missing } from "@/app/_ui/feedback/missing";
import { IntervalAxis, IntervalPlot } from "@/app/_ui/figure/interval-plot";
import { countText, percentText, rangeText } from "@/app/_ui/figure/numbers";
import type { Column } from "@/app/_ui/list/table";
import type { RankedContestant } from "@/lib/contracts/annotation/reports/preferences";

const DOMAIN = { min: 0, max: 1 };

const plot: Column<RankedContestant> = {
  key: "plot",
  header: (
    <span className="block font-normal">
      <span className="sr-only">95 % interval</span>
      <IntervalAxis domain={DOMAIN} format={(tick) => `${Math.round(100 * tick)} %`} />
    </span>
  ),
  width: "w-2/5 min-w-48",
  wide: true,
  cell: (row) => (
    <IntervalPlot domain={DOMAIN} value={row.win_rate} interval={row.interval} summary={plotSummary(row)} />
  ),
};

function plotSummary({ name, win_rate, reason, interval, interval_reason }: RankedContestant): string {
  if (win_rate === null) return `${name}: ${reason}`;
  const range = interval ? `95 % interval ${rangeText(interval, percentText)}` : `no interval: ${interval_reason}`;
  return `${name}: preferred ${percentText(win_rate)}, ${range}`;
}

const range: Column<RankedContestant> = {
  key: "interval",
  header: "95 % interval",
  align: "right",
  width: "w-36",
  cell: ({ interval, interval_reason }) =>
    interval ? rangeText(interval, percentText) : <Missing reason={interval_reason ?? "Unknown"} />,
};

const countColumn = (key: "wins" | "losses" | "ties", header: string): Column<RankedContestant> => ({
  key,
  header,
  align: "right",
  width: "w-20",
  wide: true,
  cell: (row) => countText(row[key]),
});

export const preferenceColumns = (asTable: boolean): Column<RankedContestant>[] => [
  {
    key: "name",
    header: "Output",
    width: "w-40 max-w-40",
    cell: ({ name }) => (
      <span dir="auto" className="block truncate" title={name}>
        {name}
      </span>
    ),
  },
  {
    key: "rate",
    header: "Preferred",
    align: "right",
    width: "w-24",
    cell: ({ win_rate, reason }) =>
      win_rate === null ? <Missing reason={reason ?? "Unknown"} /> : percentText(win_rate),
  },
  ...(asTable ? [range] : [plot, { ...range, wide: true }]),
  countColumn("wins", "Wins"),
  countColumn("losses", "Losses"),
  countColumn("ties", "Ties"),
];
