// What an execution's calls show about the agent together.
import { percentText } from "@/lib/percent-text";

export interface Counts {
  total: number;
  open: number;
  passed: number;
  failed: number;
  excluded: number;
  unscored: number;
}

export interface Thresholds {
  passRate: number;
  coverage: number;
}

/** An evaluation over the calls that no filter excluded from it. */
export interface EvaluationCounts {
  name: string;
  scored: number;
  total_cells: number;
  no_score_reason: string | null;
}

export interface Played {
  counts: Counts;
  thresholds: Thresholds;
  isOver: boolean;
  isCancelled?: boolean;
  evaluations?: readonly EvaluationCounts[];
}

/**
 * Whether enough calls passed; null while some are open. `coverage` is the counted share of all calls, also of cancelled
 * ones. The reason names evaluations with too few scores.
 */
export function runVerdict(played: Played) {
  const { counts, thresholds, isOver } = played;
  const countedCalls = counts.passed + counts.failed;
  const rate = countedCalls > 0 ? counts.passed / countedCalls : null;
  const coverage = counts.total > 0 ? countedCalls / counts.total : 0;
  const causes = missingScores(played);
  const because = (...sentences: string[]) => [...sentences, ...causes].join(" ");
  if (!isOver)
    return { passed: null, rate, coverage, reason: `${counts.open} of ${counts.total} calls are still open.` };
  if (rate === null || coverage < thresholds.coverage)
    return { passed: false, rate, coverage, reason: because(tooFewText(played, coverage)) };
  const passed = rate >= thresholds.passRate;
  const reason = `${percentText(rate, [thresholds.passRate])} of ${countedCalls} calls passed; ${percentText(thresholds.passRate, [rate])} must pass.`;
  return { passed, rate, coverage, reason: because(reason) };
}

function tooFewText({ thresholds, isCancelled }: Played, coverage: number): string {
  if (coverage > 0) {
    const cause = isCancelled ? "The execution was cancelled: " : "";
    const shares = [percentText(coverage, [thresholds.coverage]), percentText(thresholds.coverage, [coverage])];
    return `${cause}${shares[0]} of the calls count; a verdict needs at least ${shares[1]}.`;
  }
  return isCancelled
    ? "The execution was cancelled before any call counted."
    : "No calls count: they were not evaluated, or the simulator or a provider failed.";
}

const MOST_NAMED = 3;

/** One sentence for each evaluation that scored too small a share of its calls. */
function missingScores({ evaluations = [], thresholds }: Played): string[] {
  const missing = evaluations.filter(
    ({ scored, total_cells: calls }) => calls > 0 && (scored === 0 || scored / calls < thresholds.coverage),
  );
  const named = missing
    .slice(0, MOST_NAMED)
    .map(
      ({ name, no_score_reason: why, ...of }) => `${name} scored ${of.scored} of ${of.total_cells} calls${ending(why)}`,
    );
  const left = missing.length - named.length;
  return left > 0 ? [...named, `Scores are missing in ${left} more evaluations.`] : named;
}

/** The reason as the end of a sentence. */
const ending = (reason: string | null): string => (reason ? `: ${reason.replace(/[.\s]+$/, "")}.` : ".");
