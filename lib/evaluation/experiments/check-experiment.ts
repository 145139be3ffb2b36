// A gate: whether an experiment is not worse than another.
import type { Database } from "@/db/client";
import type { Context, Verb } from "@/lib/context";
import type { Output } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/evaluation/experiments/gate";
import { type Calibrated, calibratedJudges, gateOf, UNCALIBRATED } from "../calibration/corrected";
import { coverageOf, pairGroups, pinnedOf, scaleOfPair, unlike } from "../comparison/compare";
import { differencesOf, type Pinned } from "../comparison/rules/differences";
import type { EvaluationRow } from "../runs/loaders";
import { differenceOf } from "../statistics/difference";
import { decideNotWorse } from "../statistics/not-worse";
import { type Experiment, experimentsInOrganization } from "./loaders";
import { type Metric, metricsOf } from "./metrics";
import { coverageProblem, overall, presentDecision } from "./rules/gate-verdict";

type Input = Parameters<Verb<typeof contracts.checkExperiment>>[1];
type Experiments = [Experiment, ...Experiment[]];

export const checkExperiment: Verb<typeof contracts.checkExperiment> = (context, input) =>
  judgeExperiments(context, input, null);

/** Judges only the evaluations of these metrics of the dataset; null for all that the experiments have. */
export async function judgeExperiments(
  { db, caller }: Pick<Context, "db" | "caller">,
  input: Input,
  bindingIds: ReadonlySet<string> | null,
): Promise<Output<typeof contracts.checkExperiment>> {
  const ids = [input.baseline_id, input.candidate_id];
  const found = await experimentsInOrganization(db, caller.organizationId, ids);
  const [baseline, candidate] = bindingIds ? withOnly(found, bindingIds) : found;
  const reasons = candidate ? problemsOf(baseline, candidate) : [];
  if (!candidate || reasons.length > 0) return { verdict: "refused", needed_rows: null, metrics: [], reasons };
  const [pinned, judges] = await Promise.all([
    pinnedOf(db, [...baseline.evaluations, ...candidate.evaluations]),
    calibratedJudges(db, caller.organizationId, candidate.evaluations),
  ]);
  const metrics = [];
  // One at a time: each may read a hundred thousand rows.
  for (const metric of metricsOf([baseline, candidate]))
    metrics.push(await check(db, metric, { pinned, judges, input }));
  const needed = metrics.flatMap(({ needed_rows }) => needed_rows ?? []);
  return {
    verdict: overall(metrics.map(({ verdict }) => verdict)),
    needed_rows: needed.length > 0 ? Math.max(...needed) : null,
    metrics,
    reasons,
  };
}

function withOnly([first, ...others]: Experiments, ids: ReadonlySet<string>): Experiments {
  const only = (one: Experiment): Experiment => ({
    ...one,
    evaluations: one.evaluations.filter(({ bindingId }) => bindingId !== null && ids.has(bindingId)),
  });
  return [only(first), ...others.map(only)];
}

function problemsOf(baseline: Experiment, candidate: Experiment): string[] {
  const unfinished = [baseline, candidate].filter(({ run }) => run.status !== "completed");
  return [
    ...unfinished.map(({ run }) => `The experiment "${run.name}" has not completed.`),
    ...(baseline.run.datasetVersionId === candidate.run.datasetVersionId
      ? []
      : ["The experiments use different versions of the dataset."]),
  ];
}

interface Evidence {
  pinned: (row: EvaluationRow) => Pinned;
  judges: ReadonlyMap<string, Calibrated | null>;
  input: Input;
}

async function check(db: Database, { name, evaluations }: Metric, { pinned, judges, input }: Evidence) {
  const [first = null, second = null] = evaluations;
  const ids = { name, evaluation_id: first?.id ?? null, other_evaluation_id: second?.id ?? null };
  const judge = second ? judges.get(second.id) : undefined;
  const doubts = judgeProblems(judge);
  const is_calibrated = judge === undefined ? null : doubts.length === 0;
  const unknown = { rows: 0, difference: null, limits: null, needed_rows: null, rises: 0, falls: 0 };
  const refused = (reasons: string[]) => ({ ...ids, ...unknown, is_calibrated, verdict: "refused" as const, reasons });
  if (!first || !second) return refused(["Only one of the experiments has this evaluation."]);
  const differences = differencesOf(pinned(first), pinned(second));
  if (differences.length > 0) return refused([unlike(differences)]);
  const [coverage, groups] = await Promise.all([
    coverageOf(db, first.id, second.id),
    pairGroups(db, first.id, second.id),
  ]);
  const uncovered = coverageProblem(coverage, input.least_coverage);
  const problems = [...(input.allow_uncalibrated ? [] : doubts), ...(uncovered === null ? [] : [uncovered])];
  if (problems.length > 0) return refused(problems);
  const decided = decideNotWorse(groups, scaleOfPair(pinned(first), pinned(second)), input);
  const count = (isSo: (change: number) => boolean) =>
    groups.reduce((all, group) => all + (isSo(differenceOf(group)) ? group.pairs : 0), 0);
  return {
    ...ids,
    is_calibrated,
    ...presentDecision(decided, input.margin),
    rows: decided.pairs,
    difference: decided.difference,
    limits: decided.bounds,
    needed_rows: decided.neededPairs,
    rises: count((change) => change > 0),
    falls: count((change) => change < 0),
  };
}

/** Undefined: no model judges it. */
function judgeProblems(judge: Calibrated | null | undefined): readonly string[] {
  if (judge === undefined) return [];
  return judge === null ? [UNCALIBRATED] : gateOf(judge).gate.reasons;
}
