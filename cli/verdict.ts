// How the command ends. Its exit status is documented in docs/command-line.md.

export const exitStatuses = { passed: 0, reported: 0, failed: 1, undecided: 2, not_run: 3 } as const;

export type Verdict = keyof typeof exitStatuses;

/** The command could not do its work, for a reason that it tells in a sentence. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** The verdict of several: a failure outweighs what is undecided. What only reports decides nothing beside others. */
export const verdictOf = (verdicts: readonly Verdict[]): Verdict =>
  (["not_run", "failed", "undecided", "passed", "reported"] as const).find((verdict) => verdicts.includes(verdict)) ??
  "passed";
