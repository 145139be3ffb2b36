// The sums behind means, computed in SQL so that a run of a million cells is never loaded.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRunEvaluations, evalTemplateVersions } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { Sample, Scale } from "@/lib/estimate";
import { scaleOf } from "../templates/rules/score";

interface Row extends Record<string, unknown> {
  evaluation_id: string;
  kind: "score" | "pass";
  cells: number;
  rows: number;
  mean: number;
  squares: number;
  is_binary: boolean;
  is_share: boolean;
}

export interface Moments {
  score: Sample;
  pass: Sample;
}

const nothing: Sample = { values: 0, clusters: 0, mean: 0, squares: 0, scale: "unit", isBinary: true, isShare: true };

/** The scores and verdicts of each evaluation, clustered by rows. */
export async function momentsOf(
  db: Database,
  evaluationIds: readonly string[],
): Promise<(evaluationId: string) => Moments> {
  const scales = await scalesOf(db, evaluationIds);
  const rows = await db.execute<Row>(sql`
    with numbers as (
      select evaluation_id, row_id, kind, number from eval_run_cells as cell
      cross join lateral (values ('score', cell.score), ('pass', cell.passed::int::double precision)) as each_kind(kind, number)
      where cell.evaluation_id = any(${textArray(evaluationIds)}::uuid[]) and cell.outcome = 'scored' and number is not null
    ), clusters as (
      select evaluation_id, kind, row_id, count(*)::double precision as n, sum(number) as total,
        bool_and(number in (0, 1)) as bits, bool_and(number between 0 and 1) as shares
      from numbers group by evaluation_id, kind, row_id
    ), wholes as (
      select evaluation_id, kind, sum(total) / sum(n) as mean from clusters group by evaluation_id, kind
    )
    select evaluation_id, kind, sum(n) as cells, count(*)::int as rows, max(mean) as mean,
      sum((total - n * mean) ^ 2) as squares, bool_and(bits) as is_binary,
      bool_and(shares) as is_share
    from clusters join wholes using (evaluation_id, kind) group by evaluation_id, kind`);
  const sampleOf = (evaluationId: string, kind: Row["kind"]): Sample => {
    const row = rows.find((one) => one.evaluation_id === evaluationId && one.kind === kind);
    if (!row) return nothing;
    const { cells: values, rows: clusters, mean, squares, is_binary: isBinary, is_share: isShare } = row;
    const scale = kind === "pass" ? "unit" : (scales.get(evaluationId) ?? "unit");
    return { values, clusters, mean, squares, scale, isBinary, isShare };
  };
  return (evaluationId) => ({ score: sampleOf(evaluationId, "score"), pass: sampleOf(evaluationId, "pass") });
}

/** The score scale of each evaluation that has a template, from its pinned version. */
async function scalesOf(db: Database, evaluationIds: readonly string[]): Promise<Map<string, Scale>> {
  const rows = await db
    .select({ id: evalRunEvaluations.id, definition: evalTemplateVersions.definition })
    .from(evalRunEvaluations)
    .innerJoin(
      evalTemplateVersions,
      and(
        eq(evalTemplateVersions.templateId, evalRunEvaluations.templateId),
        eq(evalTemplateVersions.number, evalRunEvaluations.versionNumber),
      ),
    )
    .where(inArray(evalRunEvaluations.id, [...evaluationIds]));
  return new Map(rows.map(({ id, definition }) => [id, scaleOf(definition.output)]));
}
