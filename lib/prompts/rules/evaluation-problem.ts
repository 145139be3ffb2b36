// Whether an evaluation that a gate names is still the one that experiments have run.
import { isDeepStrictEqual } from "node:util";

/** What decides a score: the fingerprint, which has the names of the inputs, and which columns fill them. */
interface Pinned {
  fingerprint: string;
  mapping: Readonly<Record<string, unknown>>;
}

export interface EvaluationNow {
  name: string;
  /** As a run would pin it now; else why it cannot be. */
  now: Pinned | { problem: string } | "deleted";
}

/** Why runs of the evaluation say nothing of it as it is now; null if they do. */
export function evaluationProblem({ name, now }: EvaluationNow, runs: readonly Pinned[]): string | null {
  if (now === "deleted") return `The evaluation "${name}" was deleted. Set the gate without it, and compare again.`;
  if ("problem" in now) return `The evaluation "${name}" cannot run any more. ${now.problem}`;
  const isSame = (run: Pinned) => run.fingerprint === now.fingerprint && isDeepStrictEqual(run.mapping, now.mapping);
  return runs.every(isSame) ? null : `The evaluation "${name}" has changed since this comparison. Compare again.`;
}
