// What metrics answer where inputs are empty. What is absent is another matter: it never reaches a metric.

/** A score, null where there is none, or whatever the parameters make of it. */
export type EmptyScore = number | null | "by parameters";

export interface EmptyInputs {
  /** What is empty: `""`; where lists are read `[]` and `{}` as well. Of JSON `[]`, `{}` and `null` are values like any other. */
  readonly reads: "text" | "list" | "JSON";
  /** Where the only input is empty, or every one. */
  readonly all: EmptyScore;
  /** Where some are empty and others are not. */
  readonly some: EmptyScore;
}

type Reads = EmptyInputs["reads"];

/** Equal where both are empty, and nothing in common where one is. */
export const equalOrNot = (reads: Reads): EmptyInputs => ({ reads, all: 1, some: 0 });

export const always = (score: EmptyScore, reads: Reads = "text"): EmptyInputs => ({ reads, all: score, some: score });

const WHAT: Record<Reads, string> = {
  text: '""',
  list: '"", [] or {}',
  JSON: '"", while [], {} and null are values like any other',
};
const nameOf = (score: EmptyScore): string =>
  score === null
    ? "no score"
    : score === "by parameters"
      ? "scored like any other, the parameters decide"
      : String(score);

/** The same in a sentence. */
export function emptySentence({ reads, all, some }: EmptyInputs, keys: readonly string[]): string {
  const what = `Empty (${WHAT[reads]})`;
  if (keys.length < 2 || all === some) return `${what}: ${nameOf(all)}.`;
  return `${what}: both sides ${nameOf(all)}, one side ${nameOf(some)}.`;
}
