// What metrics answer for empty inputs. A missing input is another matter: it never reaches a metric.

/** A score, null for no score, or a score that depends on the parameters. */
export type EmptyScore = number | null | "by parameters";

export interface EmptyInputs {
  /**
   * What counts as empty: `""`, and for lists `[]` and `{}` too. For JSON, `[]`, `{}` and `null` are ordinary values.
   */
  readonly reads: "text" | "list" | "JSON";
  /** If the only input is empty, or all of them. */
  readonly all: EmptyScore;
  /** If some inputs are empty and others are not. */
  readonly some: EmptyScore;
}

type Reads = EmptyInputs["reads"];

/** Equal if both are empty, and nothing in common if only one is. */
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

/** The same as a sentence. */
export function emptySentence({ reads, all, some }: EmptyInputs, keys: readonly string[]): string {
  const what = `Empty (${WHAT[reads]})`;
  if (keys.length < 2 || all === some) return `${what}: ${nameOf(all)}.`;
  return `${what}: both sides ${nameOf(all)}, one side ${nameOf(some)}.`;
}
