// The columns of the agreement table: each label with the measure shown for it.

import { Missing } from "@/app/_ui/feedback/missing";
import { IntervalAxis, IntervalPlot } from "@/app/_ui/figure/interval-plot";
import { countText, percentText } from "@/app/_ui/figure/numbers";
import type { Domain } from "@/app/_ui/figure/scale";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import type { AgreementMeasure, LabelMeasures } from "@/lib/contracts/annotation/reports";
import type { LabelType } from "@/lib/contracts/shapes";
import { labelTypeWords } from "../../../../_components/label-type";
import { measureText, measureWord } from "./measures";

export interface LabelRow extends LabelMeasures {
  id: string;
  label_name: string;
  label_type: LabelType;
}

export type MeasureOf = (row: LabelRow) => AgreementMeasure | undefined;

const reasonOf = (row: LabelRow, measure: AgreementMeasure | undefined): string =>
  measure?.reason ?? `This measure is not defined for labels of the type “${labelTypeWords[row.label_type].word}”.`;

export const nameColumns = (measureOf: MeasureOf, chosen: string): Column<LabelRow>[] => [
  {
    key: "label",
    header: "Label",
    width: "min-w-32",
    cell: (row) => (
      <span className="block py-0.5">
        <span className="block truncate font-medium">{row.label_name}</span>
        <span className="block text-xs text-faint">{measureWord(measureOf(row)?.name ?? chosen)}</span>
        <span className="block text-xs text-faint">{measureOf(row)?.note}</span>
      </span>
    ),
  },
  {
    key: "value",
    header: "Agreement",
    align: "right",
    width: "w-24",
    cell: (row) => <Value row={row} measure={measureOf(row)} />,
  },
];

function Value({ row, measure }: { row: LabelRow; measure: AgreementMeasure | undefined }) {
  if (!measure || measure.value === null) return <Missing reason={reasonOf(row, measure)} />;
  const { name, value, interval } = measure;
  return (
    <>
      <span className="block font-medium">{measureText(name, value)}</span>
      {/* A narrow screen has no plot, so show the interval as text. */}
      <span className="block text-xs whitespace-nowrap text-faint sm:hidden">
        {interval ? `${measureText(name, interval.low)} to ${measureText(name, interval.high)}` : null}
      </span>
    </>
  );
}

const tickText = (tick: number): string => tick.toFixed(1).replace("-", "−");

export function plotColumn(measureOf: MeasureOf, domain: Domain): Column<LabelRow> {
  return {
    key: "plot",
    header: (
      <span className="block font-normal">
        <span className="sr-only">95 % interval</span>
        <IntervalAxis domain={domain} format={tickText} />
      </span>
    ),
    width: "w-2/5 min-w-48",
    wide: true,
    cell: (row) => {
      const measure = measureOf(row);
      return (
        <IntervalPlot
          domain={domain}
          value={measure?.value ?? null}
          interval={measure?.interval ?? null}
          summary={plotSummary(row, measure)}
        />
      );
    },
  };
}

function plotSummary(row: LabelRow, measure: AgreementMeasure | undefined): string {
  if (!measure || measure.value === null) return `${row.label_name}: ${reasonOf(row, measure)}`;
  const { name, value, interval, interval_reason } = measure;
  const point = `${row.label_name}: ${measureWord(name)} ${measureText(name, value)}`;
  return interval
    ? `${point}, 95 % interval ${measureText(name, interval.low)} to ${measureText(name, interval.high)}`
    : `${point}, no interval: ${interval_reason ?? "too few items"}`;
}

export const intervalColumns = (measureOf: MeasureOf): Column<LabelRow>[] =>
  (["low", "high"] as const).map((end) => ({
    key: end,
    header: end === "low" ? "95 % from" : "95 % to",
    align: "right",
    width: "w-24",
    wide: true,
    cell: (row) => {
      const measure = measureOf(row);
      if (measure?.interval) return measureText(measure.name, measure.interval[end]);
      return <Missing reason={measure?.interval_reason ?? reasonOf(row, measure)} />;
    },
  }));

export const sampleColumns = (measureOf: MeasureOf): Column<LabelRow>[] => [
  {
    key: "items",
    header: "Items",
    align: "right",
    width: "w-16",
    wide: true,
    cell: (row) => {
      const leftOut = measureOf(row)?.left_out ?? 0;
      return leftOut > 0 ? `${countText(row.items - leftOut)} of ${countText(row.items)}` : countText(row.items);
    },
  },
  {
    key: "annotators",
    header: "Annotators",
    align: "right",
    width: "w-20",
    wide: true,
    cell: (row) => countText(row.annotators),
  },
  {
    key: "pairs",
    header: "Pairs",
    align: "right",
    width: "w-20",
    wide: true,
    cell: (row) => countText(row.comparisons),
  },
];

export const disagreementColumns = (queueId: string): Column<LabelRow>[] => [
  {
    key: "percent",
    header: "All agree",
    align: "right",
    width: "w-20",
    wide: true,
    cell: ({ agreement_pct }) =>
      agreement_pct === null ? <Missing reason="No item has two values to compare" /> : percentText(agreement_pct),
  },
  {
    key: "disagreements",
    header: "Disagreements",
    align: "right",
    width: "w-28",
    cell: (row) => <Disagreements queueId={queueId} row={row} />,
  },
];

function Disagreements({ queueId, row }: { queueId: string; row: LabelRow }) {
  if (row.disagreement_count === 0) return "0";
  const items = row.disagreement_count === 1 ? "1 item" : `${countText(row.disagreement_count)} items`;
  return (
    <span className="[&_a]:inline [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2">
      <RowLink href={links.disagreements(queueId, row.id)}>
        {items}
        <span className="sr-only"> on which annotators disagree about {row.label_name}</span>
      </RowLink>
    </span>
  );
}
