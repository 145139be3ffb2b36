// What an execution's calls show about the agent together.
import type { FaultKind, FaultSide } from "@/lib/contracts/simulation/call-names";
import { percentText } from "@/lib/percent-text";

export interface Counts {
  total: number;
  open: number;
  passed: number;
  failed: number;
  excluded: number;
  unscored: number;
  cancelled: number;
}

export interface Thresholds {
  passRate: number;
  coverage: number;
}

/** An evaluation that judges, over the calls that no filter excluded from it. */
export interface EvaluationCounts {
  name: string;
  scored: number;
  total_cells: number;
  no_score_reason: string | null;
}

/** Why calls count in no verdict, and how many. */
export interface Lost {
  exclusions: readonly { kind: FaultKind; side: FaultSide; calls: number }[];
  /** Calls that the run itself did not begin. */
  unplayed: readonly { reason: string; calls: number }[];
}

export interface Played extends Partial<Lost> {
  counts: Counts;
  thresholds: Thresholds;
  isOver: boolean;
  isCancelled?: boolean;
  evaluations?: readonly EvaluationCounts[];
}

/**
 * Whether enough calls passed; null while some are open. `coverage` is the counted share of all calls, also of cancelled
 * ones. The reason says why too few calls count, and names evaluations with too few scores.
 */
export function runVerdict(played: Played) {
  const { counts, thresholds, isOver } = played;
  const countedCalls = counts.passed + counts.failed;
  const rate = countedCalls > 0 ? counts.passed / countedCalls : null;
  const coverage = counts.total > 0 ? countedCalls / counts.total : 0;
  if (!isOver)
    return { passed: null, rate, coverage, reason: `${counts.open} of ${counts.total} calls are still open.` };
  if (rate === null || coverage < thresholds.coverage)
    return { passed: false, rate, coverage, reason: textOf(tooFew(played, coverage), missingScores(played)) };
  const passed = rate >= thresholds.passRate;
  const reason = `${percentText(rate, [thresholds.passRate])} of ${countedCalls} calls passed; ${percentText(thresholds.passRate, [rate])} must pass.`;
  return { passed, rate, coverage, reason: textOf([reason], missingScores(played)) };
}

const textOf = (...sentences: string[][]): string => sentences.flat().join(" ");

/** That too few calls count, and why. */
function tooFew(played: Played, coverage: number): string[] {
  const { counts, thresholds, isCancelled, unplayed = [], evaluations = [] } = played;
  const of = (calls: number) => `${calls} of ${counts.total} calls`;
  const shares = [percentText(coverage, [thresholds.coverage]), percentText(thresholds.coverage, [coverage])];
  const few = `${shares[0]} of the calls count; a verdict needs at least ${shares[1]}.`;
  const none = isCancelled ? "The execution was cancelled before any call counted." : "No calls count.";
  const isMissing = evaluations.some(({ scored, total_cells: calls }) => scored < calls);
  const unscored = isMissing ? "an evaluation has no score" : "nothing says whether they passed";
  return [
    coverage === 0 ? none : isCancelled ? `The execution was cancelled: ${few}` : few,
    ...unplayed.map(({ reason, calls }) => `${of(calls)} were not played. ${reason}`),
    ...(counts.excluded > 0 ? [`${of(counts.excluded)} were excluded${faultsText(played)}.`] : []),
    ...(counts.unscored > 0 ? [`${of(counts.unscored)} are unscored: ${unscored}.`] : []),
  ];
}

/** The faults that excluded the most calls, as the end of a sentence. */
function faultsText({ exclusions = [] }: Played): string {
  if (exclusions.length === 0) return "";
  const named = exclusions.slice(0, MOST_NAMED).map(({ kind, side, calls }) => `${calls} ${kind} (${side})`);
  const others = exclusions.slice(MOST_NAMED).reduce((sum, { calls }) => sum + calls, 0);
  return `: ${[...named, ...(others > 0 ? [`${others} others`] : [])].join(", ")}`;
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
  return left > 0 ? [...named, `More evaluations without scores: ${left}.`] : named;
}

/** The reason as the end of a sentence. */
function ending(reason: string | null): string {
  if (!reason) return ".";
  return reason.endsWith("…") ? `: ${reason}` : `: ${reason.replace(/[.\s]+$/, "")}.`;
}
