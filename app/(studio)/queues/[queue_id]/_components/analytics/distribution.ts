// The answers to a label, in the order and form that suit its type.
import { answerWords } from "@/app/_components/label-field/preference-choices";
import { numberText } from "@/app/_ui/figure/numbers";
import { binsOf } from "@/app/_ui/figure/scale";
import { optionsOf } from "@/lib/annotation/labels/rules/label-value";
import { preferenceAnswers } from "@/lib/annotation/labels/rules/preference";
import { spanRules } from "@/lib/annotation/labels/rules/text-spans";
import type { LabelType } from "@/lib/contracts/shapes";

export interface ValueCount {
  key: string;
  label: string;
  count: number;
}

/** `columns` are numbers on an axis, `bars` are categories; texts are only counted. */
export type Distribution = { kind: "bars" | "columns"; rows: ValueCount[] } | { kind: "none" };

interface LabelValues {
  type: LabelType;
  values: Record<string, number>;
  /** Undefined while loading, or if the label is archived. */
  settings: Record<string, unknown> | undefined;
}

const DISTINCT_NUMBERS = 14;

export function distributionOf({ type, values, settings = {} }: LabelValues): Distribution {
  const countOf = (key: string): number => values[key] ?? 0;
  switch (type) {
    case "text":
      return { kind: "none" };
    case "thumbs_up_down":
      return {
        kind: "bars",
        rows: [
          { key: "up", label: "Yes", count: countOf("up") },
          { key: "down", label: "No", count: countOf("down") },
        ],
      };
    case "categorical":
      return {
        kind: "bars",
        rows: categories(
          values,
          optionsOf(settings).map((option) => option.label),
        ),
      };
    case "text_spans":
      return {
        kind: "bars",
        rows: categories(
          values,
          spanRules(settings).categories.map(({ label }) => label),
        ),
      };
    case "preference":
      return {
        kind: "bars",
        rows: categories(values, settings.first ? preferenceAnswers(settings) : []).map((row) => ({
          ...row,
          label: answerWords(row.key),
        })),
      };
    case "star":
      return { kind: "columns", rows: stars(values, settings.no_of_stars) };
    case "numeric":
      return { kind: "columns", rows: numbers(values) };
  }
}

/** All options in their order, then values that are no longer options. */
function categories(values: Record<string, number>, options: readonly string[]): ValueCount[] {
  const former = Object.keys(values).filter((value) => !options.includes(value));
  return [...options, ...former].map((label) => ({ key: label, label, count: values[label] ?? 0 }));
}

function stars(values: Record<string, number>, most: unknown): ValueCount[] {
  const highest = Math.max(typeof most === "number" ? most : 5, ...Object.keys(values).map(Number));
  return Array.from({ length: highest }, (_, index) => {
    const key = String(index + 1);
    return { key, label: key, count: values[key] ?? 0 };
  });
}

/** Few different numbers get a column each, many go into bins. */
function numbers(values: Record<string, number>): ValueCount[] {
  const valueCounts = Object.entries(values)
    .map(([value, count]) => [Number(value), count] as const)
    .filter(([value]) => Number.isFinite(value))
    .sort(([left], [right]) => left - right);
  if (valueCounts.length <= DISTINCT_NUMBERS) {
    return valueCounts.map(([value, count]) => ({ key: String(value), label: numberText(value), count }));
  }
  return binsOf(valueCounts).map(({ from, to, count }) => ({
    key: String(from),
    label: `${numberText(from)}–${numberText(to)}`,
    count,
  }));
}
