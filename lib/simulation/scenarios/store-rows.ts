// Stores written rows, each once, and counts an attempt for the others.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { generatedRows, scenarioGenerations } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { excerpt } from "@/lib/bounds/excerpt";
import type { GenerationContext } from "./generation-context";
import type { ReadRow } from "./rules/question";
import type { CellTexts } from "./rules/write-row";

/** How often a row is tried; more often if the model was only busy. */
export const MAX_ATTEMPTS = 3;

/** Stores good rows, each once even if another process wrote it too, and counts an attempt for the others. */
export async function store(work: GenerationContext, rows: readonly ReadRow[], writer: string): Promise<number> {
  const { db, generation } = work;
  const good = rows.flatMap((row) => ("cells" in row ? row : []));
  const repeated = await transaction(db, async (tx) => {
    // Batches take turns here, so that none duplicates what another is about to write.
    await tx
      .select({ id: scenarioGenerations.id })
      .from(scenarioGenerations)
      .where(eq(scenarioGenerations.id, generation.id))
      .for("update");
    const twice = await repeatedRows(tx, work, good);
    const fresh = good.filter(({ rowId }) => !twice.has(rowId)).map(({ rowId, cells }) => ({ row_id: rowId, cells }));
    await tx.execute(sql`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(fresh)}::text::jsonb) as g(row_id uuid, cells jsonb)
      ), open as (
        update generated_rows g set status = 'done', reason = null, writer = ${writer}, attempts = g.attempts + 1, updated_at = now()
        from given where g.generation_id = ${generation.id} and g.row_id = given.row_id and g.status = 'pending'
        returning g.row_id
      )
      update dataset_rows r set cells = given.cells || r.cells, updated_at = now(),
        metadata = r.metadata || jsonb_build_object('writer', ${writer}::text, 'seed', ${generation.seed}::int)
      from given join open using (row_id) where r.id = given.row_id and r.deleted_at is null`);
    return twice;
  });
  const bad = [
    ...rows.flatMap((row) => ("problem" in row ? row : [])),
    ...[...repeated].map((rowId) => ({ rowId, problem: "The model repeated a row that exists." })),
  ];
  await refuse(work, bad, MAX_ATTEMPTS);
  return 0;
}

/** The given rows whose situation another row has, in the dataset or earlier in the list. */
async function repeatedRows(
  tx: Database,
  { dataset, situationId }: GenerationContext,
  rows: readonly { rowId: string; cells: CellTexts }[],
) {
  const twice = new Set<string>();
  if (!situationId) return twice;
  const texts = rows.flatMap(({ cells }) => cells[situationId] ?? []);
  const known =
    texts.length > 0
      ? await tx.execute<{ text: string }>(sql`
          select cells ->> ${situationId} as text from dataset_rows
          where dataset_id = ${dataset.id} and deleted_at is null
            and cells ->> ${situationId} in (select jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`)
      : [];
  const seen = new Set(known.map(({ text }) => text));
  for (const { rowId, cells } of rows) {
    const text = cells[situationId];
    if (text === undefined) continue;
    if (seen.has(text)) twice.add(rowId);
    seen.add(text);
  }
  return twice;
}

/** Counts a try for rows that could not be written. After `most` tries they have failed, with the reason. */
export async function refuse(
  { db, generation }: GenerationContext,
  rows: readonly { rowId: string; problem: string }[],
  most: number,
) {
  for (const { rowId, problem } of rows) {
    await db
      .update(generatedRows)
      .set({
        attempts: sql`${generatedRows.attempts} + 1`,
        reason: excerpt(problem, 500),
        status: sql`case when ${generatedRows.attempts} + 1 >= ${most} then 'failed' else 'pending' end`,
      })
      .where(
        and(
          eq(generatedRows.generationId, generation.id),
          inArray(generatedRows.rowId, [rowId]),
          eq(generatedRows.status, "pending"),
        ),
      );
  }
}
