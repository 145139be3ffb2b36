// Counters per queue and label, so that reading agreement costs the same for a hundred items and for a million. Every
// counter is a sum over items, so a change to one item's answers is a short list of additions.
import type { LabelType } from "@/lib/contracts/shapes";
import { type Answers, byText, sortedAnswers, valueCounts } from "./answers";

/**
 * - `shape`: how many values agree, not which: [["1",2],["2",1]] → items.
 * - `pair`: per two annotators, equal or not → items.
 * - `pattern`: the values of an item without who gave them: [["A",2],["B",1]] → items.
 * - `coincidence`: [size, c, k] → Σ n_c·n_k over items with that many values (see coincidences.ts).
 * - `cell`: [annotator, annotator, value, value], annotators in text order → items.
 * - `sheet`: who gave which value: [[annotator, value], …] → items.
 * - `moment`: per crew (the annotators of an item), sums and products of numbers (see moments.ts).
 */
export type Counter = "shape" | "pair" | "pattern" | "coincidence" | "cell" | "sheet" | "moment";
export interface CounterChange {
  readonly counter: Counter;
  readonly key: string;
  readonly by: number;
}

const chosen: readonly Counter[] = ["shape", "pair", "pattern", "coincidence", "cell", "sheet"];

/**
 * For texts only equality counts, because two texts rarely match. Numbers have unlimited patterns, but a limited set of
 * moments.
 */
export const countersOf: Readonly<Record<LabelType, readonly Counter[]>> = {
  text: ["shape", "pair"],
  numeric: ["shape", "pair", "sheet", "moment"],
  categorical: chosen,
  star: chosen,
  thumbs_up_down: chosen,
  preference: chosen,
  text_spans: ["shape", "pair", "sheet"],
};

type Entry = readonly [key: unknown, by: number];
const entries: Readonly<Record<Counter, (answers: Answers) => Entry[]>> = {
  shape: (answers) => {
    const sizes = [...valueCounts(answers).values()].sort((a, b) => b - a);
    return [[sizes.map((size, index) => [String(index + 1), size]), 1]];
  },
  pair: (answers) => pairs(answers).map(([a, b, x, y]) => [[a, b, "1", x === y ? "1" : "2"], 1]),
  pattern: (answers) => [[[...valueCounts(answers)].sort(([a], [b]) => byText(a, b)), 1]],
  coincidence: (answers) => coincidences(answers),
  cell: (answers) => pairs(answers).map((pair) => [pair, 1]),
  sheet: (answers) => (answers.size < 2 ? [] : [[sortedAnswers(answers), 1]]),
  moment: (answers) => (answers.size < 2 ? [] : moments(answers)),
};

function pairs(answers: Answers): [string, string, string, string][] {
  const sorted = sortedAnswers(answers);
  return sorted.flatMap(([a, x], index) =>
    sorted.slice(index + 1).map(([b, y]): [string, string, string, string] => [a, b, x, y]),
  );
}

function coincidences(answers: Answers): Entry[] {
  const counts = [...valueCounts(answers)].sort(([a], [b]) => byText(a, b));
  return counts
    .flatMap(([c, n], index) =>
      counts.slice(index).map(([k, m]): Entry => [[answers.size, c, k], c === k ? n * (n - 1) : n * m]),
    )
    .filter(([, by]) => by !== 0);
}

function moments(answers: Answers): Entry[] {
  const sorted = sortedAnswers(answers).map(([annotator, value]) => [annotator, Number(value)] as const);
  const crew = sorted.map(([annotator]) => annotator);
  const products = sorted.flatMap(([a, x], index) =>
    sorted.slice(index).map(([b, y]): Entry => [[crew, "product", a, b], x * y]),
  );
  return [[[crew, "items"], 1], ...sorted.map(([a, x]): Entry => [[crew, "sum", a], x]), ...products];
}

const contribution = (counters: readonly Counter[], answers: Answers, sign: 1 | -1): CounterChange[] =>
  answers.size === 0
    ? []
    : counters.flatMap((counter) =>
        entries[counter](answers).map(([key, by]) => ({ counter, key: JSON.stringify(key), by: sign * by })),
      );

/**
 * The additions that turn counters with an item's answers `before` into counters with its answers `after`. An empty map
 * adds or removes the item. Each key changes at most once per sign, and exactly what was added is later subtracted, so
 * decimal storage returns to exactly 0.
 */
export function changesBetween(counters: readonly Counter[], before: Answers, after: Answers): CounterChange[] {
  const removed = contribution(counters, before, -1);
  const added = contribution(counters, after, 1);
  const name = ({ counter, key }: CounterChange, by: number) => `${counter} ${by} ${key}`;
  const removedNames = new Set(removed.map((change) => name(change, -change.by)));
  const addedNames = new Set(added.map((change) => name(change, change.by)));
  return [
    ...removed.filter((change) => !addedNames.has(name(change, -change.by))),
    ...added.filter((change) => !removedNames.has(name(change, change.by))),
  ];
}
