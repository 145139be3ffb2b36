"use client";
import { coefficientDomain } from "@/app/_ui/figure/scale";
import { Table } from "@/app/_ui/list/table";
import {
  disagreementColumns,
  intervalColumns,
  type LabelRow,
  type MeasureOf,
  nameColumns,
  plotColumn,
  sampleColumns,
} from "./label-columns";
import { FITTING, fittingMeasure } from "./measures";

interface Props {
  queueId: string;
  rows: readonly LabelRow[];
  /** A measure's name, or the best fit for each label. */
  chosen: string;
  asTable: boolean;
}

export function LabelAgreements({ queueId, rows, chosen, asTable }: Props) {
  const measureOf: MeasureOf = (row) =>
    chosen === FITTING ? fittingMeasure(row) : row.measures.find(({ name }) => name === chosen);
  const domain = coefficientDomain(
    rows.flatMap((row) => {
      const measure = measureOf(row);
      return measure?.value == null ? [] : [measure.value, measure.interval?.low ?? measure.value];
    }),
  );
  return (
    <Table
      caption="Agreement by label"
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        ...nameColumns(measureOf, chosen),
        ...(asTable ? intervalColumns(measureOf) : [plotColumn(measureOf, domain)]),
        ...sampleColumns(measureOf),
        ...disagreementColumns(queueId),
      ]}
    />
  );
}
