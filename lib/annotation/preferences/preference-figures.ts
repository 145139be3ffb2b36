// What the answers to a preference label say: how often each contestant is preferred, and whether the first place helps.
import { emptySample, type Measure, undefinedMeasure } from "@/lib/annotation/agreement/measure";
import { type Draws, type Reading, readRows } from "@/lib/annotation/agreement/reading";
import { BOTH_BAD, TIE } from "@/lib/annotation/labels/rules/preference";
import { type Estimate, estimateMean, sampleOf } from "@/lib/estimate";
import { groupBy } from "@/lib/group-by";
import { bradleyTerry, type Comparison, type ComparisonRow, type Fit, winsOf } from "./bradley-terry";

/** Equal answers to one item. */
export interface GivenPreference {
  readonly itemId: string;
  /** The contestants behind the label's first and second field. */
  readonly first: string;
  readonly second: string;
  readonly outcome: "first" | "second" | typeof TIE | typeof BOTH_BAD;
  /** Where the preferred output was shown; null if there is none, or it is not known. */
  readonly shown: "first" | "second" | null;
  readonly answers: number;
}

export interface Contestant {
  readonly name: string;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Log of the strength; null without a fit. */
  readonly strength: number | null;
  readonly reading: Reading<string>;
}

export interface PreferenceFigures {
  readonly items: number;
  readonly answers: number;
  readonly ties: number;
  readonly bothBad: number;
  /** Best first. */
  readonly contestants: readonly Contestant[];
  readonly position: Estimate & { readonly answers: number };
}

/** More would take too long to draw again a thousand times. */
export const MOST_CONTESTANTS = 30;
const tooMany = `More than ${MOST_CONTESTANTS} models are compared, so none is estimated.`;
const noChain = "Somebody is always preferred, or never, or was not compared with the others: there is no estimate.";

export function preferenceFigures(all: readonly GivenPreference[], draws: Draws): PreferenceFigures {
  const judged = all.filter(({ first, second }) => first !== second);
  const names = [...new Set(judged.flatMap(({ first, second }) => [first, second]))].sort();
  const rows = rowsOf(judged, names);
  const readings = readingsOf(rows, names, draws);
  const fit = names.length > MOST_CONTESTANTS ? null : bradleyTerry(winsOf(rows, names.length));
  return {
    items: new Set(all.map(({ itemId }) => itemId)).size,
    answers: sumOf(all),
    ties: sumOf(all.filter(({ outcome }) => outcome === TIE)),
    bothBad: sumOf(all.filter(({ outcome }) => outcome === BOTH_BAD)),
    contestants: names
      .map((name, index) => contestant(name, judged, fit?.strengths[index] ?? null, readings[index]))
      .sort((one, other) => (other.reading.measure.value ?? -1) - (one.reading.measure.value ?? -1)),
    position: positionOf(all),
  };
}

const sumOf = (some: readonly GivenPreference[]): number => some.reduce((sum, { answers }) => sum + answers, 0);

/** Items with the same comparisons are one row. Both bad prefers neither, like a tie. */
function rowsOf(judged: readonly GivenPreference[], names: readonly string[]): ComparisonRow[] {
  const index = new Map(names.map((name, at) => [name, at]));
  const patterns = new Map<string, { items: number; comparisons: Comparison[] }>();
  for (const answers of groupBy(judged, ({ itemId }) => itemId).values()) {
    const comparisons = answers.flatMap(({ first, second, outcome, answers: times }): Comparison[] =>
      Array.from({ length: times }, () => ({
        a: index.get(first) ?? -1,
        b: index.get(second) ?? -1,
        result: outcome === "first" ? 1 : outcome === "second" ? 0 : 0.5,
      })),
    );
    const key = JSON.stringify(comparisons.map(({ a, b, result }) => [a, b, result].join(" ")).sort());
    const pattern = patterns.get(key) ?? { items: 0, comparisons };
    patterns.set(key, pattern);
    pattern.items++;
  }
  // In a fixed order, so that the same answers give the same intervals.
  return [...patterns].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

function readingsOf(rows: readonly ComparisonRow[], names: readonly string[], draws: Draws): Reading<string>[] {
  const reason = names.length > MOST_CONTESTANTS ? tooMany : noChain;
  let last: { rows: readonly ComparisonRow[]; fit: Fit | null } | undefined;
  const fitOf = (some: readonly ComparisonRow[]): Fit | null => {
    // All contestants of one resample share its fit.
    if (last?.rows !== some)
      last = { rows: some, fit: names.length > MOST_CONTESTANTS ? null : bradleyTerry(winsOf(some, names.length)) };
    return last.fit;
  };
  const measureOf =
    (index: number) =>
    (some: readonly ComparisonRow[]): Measure => {
      // Nobody looks at the sample of a resample, and counting it would take longer than the fit.
      const sample = some === rows ? sampleIn(rows, index) : emptySample;
      const value = fitOf(some)?.winRates[index];
      return value === undefined ? undefinedMeasure(sample, reason) : { ...sample, value };
    };
  return readRows(rows, Object.fromEntries(names.map((_, index) => [String(index), measureOf(index)])), draws);
}

function sampleIn(rows: readonly ComparisonRow[], contestant: number) {
  const own = rows.map(({ items, comparisons }) => ({
    items,
    comparisons: comparisons.filter(({ a, b }) => a === contestant || b === contestant).length,
  }));
  return {
    items: own.reduce((sum, { items, comparisons }) => sum + (comparisons > 0 ? items : 0), 0),
    comparisons: own.reduce((sum, { items, comparisons }) => sum + items * comparisons, 0),
    leftOut: 0,
  };
}

function contestant(
  name: string,
  judged: readonly GivenPreference[],
  strength: number | null,
  reading: Reading<string> | undefined,
): Contestant {
  if (!reading) throw new Error("each contestant has a reading");
  const isWin = ({ first, second, outcome }: GivenPreference) =>
    (outcome === "first" && first === name) || (outcome === "second" && second === name);
  const own = judged.filter(({ first, second }) => first === name || second === name);
  const wins = sumOf(own.filter(isWin));
  const ties = sumOf(own.filter(({ outcome }) => outcome === TIE || outcome === BOTH_BAD));
  return { name, wins, losses: sumOf(own) - wins - ties, ties, strength, reading };
}

/**
 * How often the output that was shown first is preferred. The order is drawn for each person and item, so without a
 * preference for a place it is half, whichever output is better.
 */
function positionOf(all: readonly GivenPreference[]) {
  const known = all.filter(({ shown }) => shown !== null);
  const clusters = [...groupBy(known, ({ itemId }) => itemId).values()].map((answers) =>
    answers.flatMap(({ shown, answers: times }) => Array.from({ length: times }, () => Number(shown === "first"))),
  );
  return { ...estimateMean(sampleOf(clusters, "unit")), answers: sumOf(known) };
}
