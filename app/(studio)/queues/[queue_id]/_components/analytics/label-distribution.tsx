"use client";
import type { z } from "zod";
import { BarRows } from "@/app/_ui/figure/bar-rows";
import { ColumnChart } from "@/app/_ui/figure/column-chart";
import { countText, percentText, quantity } from "@/app/_ui/figure/numbers";
import type { analytics } from "@/lib/contracts/annotation/reports";
import { labelTypeWords } from "../../../../_components/label-type";
import { distributionOf, type ValueCount } from "./distribution";

type LabelAnswers = z.infer<typeof analytics>["label_distribution"][string];

interface Props {
  answers: LabelAnswers;
  settings: Record<string, unknown> | undefined;
  asTable: boolean;
}

/** How often each value of a label was given. */
export function LabelDistribution({ answers, settings, asTable }: Props) {
  const { name, type, annotations, truncated } = answers;
  const distribution = distributionOf({ type, values: answers.values, settings });
  const countOfAnswers = quantity(annotations, "answer");
  return (
    <div className="min-w-0">
      <h3 className="mb-1 flex items-baseline gap-2">
        <span className="truncate font-medium">{name}</span>
        <span className="text-xs whitespace-nowrap text-faint tabular-nums">
          {labelTypeWords[type].word} · {countOfAnswers}
        </span>
      </h3>
      {distribution.kind === "none" ? (
        <p className="text-soft">Text answers are counted but not shown here.</p>
      ) : annotations === 0 ? (
        <p className="text-soft">No answers yet.</p>
      ) : distribution.kind === "bars" || asTable ? (
        <BarRows caption={`Answers to ${name}`} rows={distribution.rows} total={annotations} asTable={asTable} />
      ) : (
        <ColumnChart
          columns={columnsOf(distribution.rows, annotations)}
          summary={summaryOf(answers, distribution.rows)}
        />
      )}
      {truncated ? <p className="mt-1 text-xs text-faint">Some values are not listed.</p> : null}
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

const summaryOf = ({ name, annotations }: LabelAnswers, rows: readonly ValueCount[]): string =>
  `${name}, ${quantity(annotations, "answer")}: ${rows.map(({ label, count }) => `${label}: ${count}`).join(", ")}`;
