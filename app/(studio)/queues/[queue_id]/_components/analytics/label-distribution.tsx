"use client";
import type { z } from "zod";
import { BarRows } from "@/app/_ui/figure/bar-rows";
import { ColumnChart } from "@/app/_ui/figure/column-chart";
import { counted, countText, percentText } from "@/app/_ui/figure/numbers";
import type { analytics } from "@/lib/contracts/annotation/reports";
import { labelTypeWords } from "../../../../_components/label-type";
import { distributionOf, type ValueCount } from "./distribution";

type Given = z.infer<typeof analytics>["label_distribution"][string];

interface Props {
  given: Given;
  settings: Record<string, unknown> | undefined;
  asTable: boolean;
}

/** How often each value was given under a label. */
export function LabelDistribution({ given, settings, asTable }: Props) {
  const { name, type, annotations, truncated } = given;
  const distribution = distributionOf({ type, values: given.values, settings });
  const answers = counted(annotations, "answer");
  return (
    <div className="min-w-0">
      <h3 className="mb-1 flex items-baseline gap-2">
        <span className="truncate font-medium">{name}</span>
        <span className="text-xs whitespace-nowrap text-faint tabular-nums">
          {labelTypeWords[type].word} · {answers}
        </span>
      </h3>
      {distribution.kind === "none" ? (
        <p className="text-soft">Texts are read one by one; here they are only counted.</p>
      ) : annotations === 0 ? (
        <p className="text-soft">Nobody has answered this yet.</p>
      ) : distribution.kind === "bars" || asTable ? (
        <BarRows caption={`Answers to ${name}`} rows={distribution.rows} total={annotations} asTable={asTable} />
      ) : (
        <ColumnChart
          columns={columnsOf(distribution.rows, annotations)}
          summary={summaryOf(given, distribution.rows)}
        />
      )}
      {truncated ? <p className="mt-1 text-xs text-faint">There are more values than are listed here.</p> : null}
    </div>
  );
}

const columnsOf = (rows: readonly ValueCount[], total: number) =>
  rows.map(({ key, label, count }) => ({
    key,
    count,
    tick: label,
    detail: `${label}: ${countText(count)} (${percentText(count / total)})`,
  }));

const summaryOf = ({ name, annotations }: Given, rows: readonly ValueCount[]): string =>
  `${name}, ${counted(annotations, "answer")}: ${rows.map(({ label, count }) => `${label}: ${count}`).join(", ")}`;
