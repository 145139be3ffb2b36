/**
 * One item's values under one label: annotator id → the value's canonical text. Annotators without a value are absent.
 */
export type Answers = ReadonlyMap<string, string>;

/** Canonical text of a multiple choice: equal for equal selections, whatever their order. */
export const selectionText = (options: readonly string[]): string => JSON.stringify([...new Set(options)].sort());

/** By code unit, which is the same on every machine, unlike a locale's order. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const sortedAnswers = (answers: Answers): [annotator: string, value: string][] =>
  [...answers].sort(([a], [b]) => byText(a, b));

export function valueCounts(answers: Answers): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of answers.values()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
