// Compares two runs over the same rows, evaluation by evaluation.
import { inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalTemplates, evalTemplateVersions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/comparison";
import { invalid, invalidField } from "@/lib/errors";
import type { Scale } from "@/lib/estimate";
import { comparePairs, type PairComparison, type PairGroup } from "../statistics/compare-pairs";
import { scaleOf } from "../templates/rules/score";
import { evaluationOf, type RunEvaluationRow, type RunWithEvaluations, runWithEvaluations } from "./loaders";
import { presentPinned } from "./present";
import { type Difference, differencesOf, type Pinned } from "./rules/differences";
import { holm } from "./rules/holm";
import { jointDistribution } from "./rules/joint-distribution";
import { type Pair, pairEvaluations } from "./rules/pair-evaluations";

type Input = Parameters<Verb<typeof contracts.compareEvalRuns>>[1];

export const compareEvalRuns: Verb<typeof contracts.compareEvalRuns> = async ({ db, caller }, input) => {
  const [first, second] = await twoRuns(db, caller.organizationId, input.run_id, input.other_id);
  const pairs = chosenPairs(first, second, input);
  const pinned = await pinnedOf(db, [...first.evaluations, ...second.evaluations]);
  const parts = [];
  // One at a time: each may read a hundred thousand rows.
  for (const pair of pairs) parts.push(await comparePart(db, pair, pinned, input.across_fingerprints));
  const tested = parts.flatMap(({ compared }) => (compared?.test ? [compared.test.p] : []));
  const adjusted = holm(tested);
  return {
    first: presentSide(first),
    second: presentSide(second),
    evaluations: parts.map((part) => ({
      ...part,
      compared: part.compared && presentCompared(part.compared, adjusted),
    })),
  };
};

/** Throws a 400 if the runs are over different datasets, because then they share no rows. */
export async function twoRuns(db: Database, organizationId: string, id: string, otherId: string) {
  const first = await runWithEvaluations(db, organizationId, id);
  const second = id === otherId ? first : await runWithEvaluations(db, organizationId, otherId);
  if (first.run.datasetId !== second.run.datasetId)
    throw invalid("The runs use different datasets, so they have no rows in common.");
  return [first, second] as const;
}

function chosenPairs(first: RunWithEvaluations, second: RunWithEvaluations, input: Input): Pair<RunEvaluationRow>[] {
  const { evaluation_id: one, other_evaluation_id: other } = input;
  if (one && other)
    return [
      {
        first: evaluationOf(first, one, "evaluation_id"),
        second: evaluationOf(second, other, "other_evaluation_id"),
      },
    ];
  if (one || other)
    throw invalidField(
      one ? "other_evaluation_id" : "evaluation_id",
      "Name an evaluation of both runs, or of neither.",
    );
  return pairEvaluations(first.evaluations, second.evaluations);
}

const presentSide = ({ run }: RunWithEvaluations) => ({
  run_id: run.id,
  name: run.name,
  dataset_id: run.datasetId,
  status: run.status,
  created_at: run.createdAt.toISOString(),
});

/** What each evaluation has pinned, with the definition of its version. */
export async function pinnedOf(db: Database, evaluations: readonly RunEvaluationRow[]) {
  const ids = [...new Set(evaluations.flatMap(({ templateId }) => templateId ?? []))];
  const [versions, templates] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([
          db.select().from(evalTemplateVersions).where(inArray(evalTemplateVersions.templateId, ids)),
          db
            .select({ id: evalTemplates.id, name: evalTemplates.name })
            .from(evalTemplates)
            .where(inArray(evalTemplates.id, ids)),
        ]);
  return (row: RunEvaluationRow): Pinned => ({
    ...row,
    templateName: templates.find(({ id }) => id === row.templateId)?.name ?? row.name,
    definition:
      versions.find(({ templateId, number }) => templateId === row.templateId && number === row.versionNumber)
        ?.definition ?? null,
  });
}

export async function comparePart(
  db: Database,
  { first, second }: Pair<RunEvaluationRow>,
  pinned: (row: RunEvaluationRow) => Pinned,
  across: boolean,
) {
  const shown = { first: first && presentPinned(first), second: second && presentPinned(second) };
  if (!first || !second) {
    const coverage = { both: 0, only_first: 0, only_second: 0, neither: 0 };
    const refused = "Only one of the runs has this evaluation.";
    return { ...shown, differences: [], coverage, compared: null, refused };
  }
  const differences = differencesOf(pinned(first), pinned(second));
  const coverage = await coverageOf(db, first.id, second.id);
  if (differences.length > 0 && !across)
    return { ...shown, differences, coverage, compared: null, refused: unlike(differences) };
  const groups = await pairGroups(db, first.id, second.id);
  const compared = {
    ...comparePairs(groups, [first.id, second.id].join(" "), scaleOfPair(pinned(first), pinned(second))),
    joint_distribution: jointDistribution(groups),
  };
  return { ...shown, differences, coverage, compared, refused: null };
}

/** A prompt has no template and no score. */
export const scaleOfPair = (...pair: readonly Pinned[]): Scale =>
  pair.some(({ definition }) => definition && scaleOf(definition.output) === "number") ? "number" : "unit";

const words: Record<Difference["what"], string> = {
  template: "template",
  version: "version",
  prompt: "prompt",
  model: "model",
  parameters: "parameters",
  pass_threshold: "pass threshold",
  inputs: "inputs",
  parts: "parts",
};
export const unlike = (differences: readonly Difference[]): string =>
  `Their scores mean different things: they differ in ${differences.map(({ what }) => words[what]).join(", ")}.`;

export function presentCompared<T extends PairComparison>(
  { neededPairs, pairs, test, ...compared }: T,
  adjusted: number[],
) {
  // In the order in which Holm's procedure got them.
  const p_holm = test ? (adjusted.shift() ?? test.p) : 1;
  return { ...compared, rows: pairs, needed_rows: neededPairs, test: test && { ...test, p_holm } };
}

/** Per row, the mean score and the share of passes in an evaluation, over the trials that have a score. */
export const rowValues = (evaluationId: string) => sql`
  select row_id, avg(coalesce(score, passed::int)) filter (where outcome = 'scored') as value,
    avg(passed::int) filter (where outcome = 'scored') as passes
  from eval_run_cells where evaluation_id = ${evaluationId} group by row_id`;

export async function pairGroups(db: Database, first: string, second: string): Promise<PairGroup[]> {
  const rows = await db.execute<{ pairs: number; first: number; second: number }>(sql`
    select count(*)::int as pairs, one.value::double precision as first, other.value::double precision as second
    from (${rowValues(first)}) as one join (${rowValues(second)}) as other using (row_id)
    where one.value is not null and other.value is not null group by one.value, other.value
    order by one.value, other.value`);
  return [...rows];
}

export async function coverageOf(db: Database, first: string, second: string) {
  const [row] = await db.execute<{ both: number; only_first: number; only_second: number; neither: number }>(sql`
    select count(*) filter (where one.value is not null and other.value is not null)::int as both,
      count(*) filter (where one.value is not null and other.value is null)::int as only_first,
      count(*) filter (where one.value is null and other.value is not null)::int as only_second,
      count(*) filter (where one.value is null and other.value is null)::int as neither
    from (${rowValues(first)}) as one full join (${rowValues(second)}) as other using (row_id)`);
  return row ?? { both: 0, only_first: 0, only_second: 0, neither: 0 };
}
