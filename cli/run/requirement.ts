// What an evaluation says that requires no pass rate.
import type { Verdict } from "../verdict";

/** It reports. Without a score there is nothing to report, and a run that ended early has not shown all. */
export function withoutRequirement(
  early: readonly string[],
  coverage: { scored: number } | undefined,
): { verdict: Verdict; reasons: string[] } {
  if (early.length > 0) return { verdict: "undecided", reasons: [...early] };
  if (!coverage || coverage.scored === 0) return { verdict: "undecided", reasons: ["No row has a score."] };
  return { verdict: "reported", reasons: ["No pass rate is required."] };
}
