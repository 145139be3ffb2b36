"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { IntervalAxis, IntervalPlot } from "@/app/_ui/figure/interval-plot";
import { coefficientText, countText, percentText, rangeText } from "@/app/_ui/figure/numbers";
import { coefficientDomain, type Domain } from "@/app/_ui/figure/scale";
import { type Column, Table } from "@/app/_ui/list/table";
import type { Calibration } from "@/lib/contracts/evaluation/calibrations";
import { chanceText, pointsText } from "../../_components/figures";

interface Figure {
  name: string;
  hint: string;
  value: number | null;
  interval: { low: number; high: number } | null;
  items: number | null;
  text: (value: number) => string;
}

const figuresOf = ({
  kappa,
  agreement,
  base_rate,
  judged_rate,
  sensitivity,
  specificity,
  bias,
  items,
}: Calibration) => {
  const p = bias.p === null ? "" : `, p ${chanceText(bias.p)}`;
  const figures: Figure[] = [
    { name: "Cohen's κ", hint: "Agreement beyond chance", text: coefficientText, ...kappa },
    { name: "Agreement", hint: "Same verdict", text: percentText, ...agreement },
    { name: "Base rate", hint: "Passed by people", text: percentText, ...base_rate },
    { name: "Judged rate", hint: "Passed by the judge", text: percentText, ...judged_rate },
    { name: "Sensitivity", hint: "Share of people's passes that the judge passes", text: percentText, ...sensitivity },
    { name: "Specificity", hint: "Share of people's fails that the judge fails", text: percentText, ...specificity },
    {
      name: "Bias",
      hint: `The judge's rate minus people's${p}`,
      text: pointsText,
      value: bias.value,
      interval: bias.interval,
      items: items.compared,
    },
  ];
  return figures;
};

const UNKNOWN = "No items to compute it from";

/** The judge's reliability: each figure with its 95 % interval. */
export function CalibrationFigures({ calibration, asTable }: { calibration: Calibration; asTable: boolean }) {
  const figures = figuresOf(calibration);
  const domain = coefficientDomain(figures.flatMap(({ value, interval }) => [value ?? 0, interval?.low ?? 0]));
  return (
    <Table
      caption="Reliability of the judge"
      rows={figures}
      rowKey={({ name }) => name}
      columns={[...named, ...(asTable ? ends : [plotColumn(domain)]), items]}
    />
  );
}

const named: Column<Figure>[] = [
  {
    key: "name",
    header: "Figure",
    width: "min-w-36",
    cell: ({ name, hint }) => (
      <span className="block py-0.5">
        <span className="block font-medium">{name}</span>
        <span className="block text-xs text-faint">{hint}</span>
      </span>
    ),
  },
  {
    key: "value",
    header: "Value",
    align: "right",
    width: "w-28",
    cell: ({ value, interval, text }) =>
      value === null ? (
        <Missing reason={UNKNOWN} />
      ) : (
        <>
          <span className="block font-medium">{text(value)}</span>
          <span className="block text-xs whitespace-nowrap text-faint sm:hidden">
            {interval ? rangeText(interval, text) : null}
          </span>
        </>
      ),
  },
];

const ends: Column<Figure>[] = (["low", "high"] as const).map((end) => ({
  key: end,
  header: end === "low" ? "95 % from" : "95 % to",
  align: "right",
  width: "w-28",
  wide: true,
  cell: ({ interval, text }) => (interval ? text(interval[end]) : <Missing reason={UNKNOWN} />),
}));

const plotColumn = (domain: Domain): Column<Figure> => ({
  key: "plot",
  header: (
    <span className="block font-normal">
      <span className="sr-only">95 % interval</span>
      <IntervalAxis domain={domain} format={(tick) => tick.toFixed(1).replace("-", "−")} />
    </span>
  ),
  width: "w-1/2 min-w-48",
  wide: true,
  cell: (figure) => (
    <IntervalPlot
      domain={domain}
      value={figure.value}
      interval={figure.interval}
      summary={`${figure.name}: ${estimateOf(figure)}`}
    />
  ),
});

function estimateOf({ value, interval, text }: Figure): string {
  if (value === null) return UNKNOWN;
  return interval ? `${text(value)}, 95 % interval ${rangeText(interval, text)}` : text(value);
}

const items: Column<Figure> = {
  key: "items",
  header: "Items",
  align: "right",
  width: "w-20",
  wide: true,
  cell: ({ items: count }) => (count === null ? <Missing reason={UNKNOWN} /> : countText(count)),
};
