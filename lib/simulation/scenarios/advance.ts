// Writes a generation's rows for as long as a step may take. If a step is killed, the next one continues from the
// stored rows.
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows, generatedRows } from "@/db/schema";
import { seededRandom } from "@/lib/annotation/agreement/random";
import { excerpt } from "@/lib/bounds/excerpt";
import { pool } from "@/lib/bounds/pool";
import { DETERMINISTIC } from "@/lib/contracts/simulation/scenario-names";
import { gatewayOf } from "@/lib/evaluation/judge/ask-gateway";
import { askFor } from "@/lib/evaluation/judge/judge";
import { continueAfter, DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import { advanceTraceRows } from "./advance-traces";
import { type Asking, type GenerationContext, loadWork } from "./generation-context";
import { openRow } from "./open-rows";
import { isPlanned, type ReadRow, rowsForm } from "./rules/question";
import { type CellTexts, type OpenRow, writeRow } from "./rules/write-row";
import { MAX_ATTEMPTS, refuse, store } from "./store-rows";

/** Rows per question to a model, and questions at once. */
const ROWS_A_QUESTION = 8;
const AT_ONCE = 4;

/** How many rows the deterministic writer stores at once. */
const ROWS_A_WRITE = 500;
const CONTEXT_ROWS = 12;
const MAX_BUSY_ATTEMPTS = 6;
const BUSY_SECONDS = 5;

interface GenerationStep extends StepResult {
  /** Why the remaining rows can never be written. */
  problem: string | null;
}

export async function advanceGeneration(
  db: Database,
  organizationId: string,
  generationId: string,
  asking: Asking = gatewayOf,
  now: () => number = Date.now,
): Promise<GenerationStep> {
  const work = await loadWork(db, organizationId, generationId, asking, now);
  const end = (problem: string | null) => ({ ...DONE, problem });
  if (!work) return end(null);
  if ("problem" in work) return end(work.problem);
  const until = now() + STEP_MS;
  if (work.generation.traces) return { ...(await advanceTraceRows(work, until)), problem: null };
  let retryAfterMs = 0;
  const mayBegin = () => now() < until && retryAfterMs === 0;
  for (let isFirst = true; isFirst || mayBegin(); isFirst = false) {
    const open = await openRows(work);
    if (open.length === 0) return end(null);
    await pool(
      batches(open, work.ask ? ROWS_A_QUESTION : ROWS_A_WRITE),
      { atOnce: AT_ONCE, mayBegin },
      async (rows) => {
        retryAfterMs = Math.max(retryAfterMs, await writeBatch(work, rows));
      },
    );
  }
  return { ...continueAfter(retryAfterMs), problem: null };
}

async function openRows(work: GenerationContext): Promise<OpenRow[]> {
  const { db, generation } = work;
  const rows = await db
    .select({ row: datasetRows, place: generatedRows.place, branch: generatedRows.branch })
    .from(generatedRows)
    .innerJoin(datasetRows, and(eq(datasetRows.id, generatedRows.rowId), isNull(datasetRows.deletedAt)))
    .where(and(eq(generatedRows.generationId, generation.id), eq(generatedRows.status, "pending")))
    .orderBy(asc(generatedRows.attempts), asc(generatedRows.place))
    .limit(work.ask ? ROWS_A_QUESTION * AT_ONCE : ROWS_A_WRITE);
  return rows.map(({ row, place: position, branch }) => openRow(work, row, position, branch));
}

function* batches<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let first = 0; first < rows.length; first += size) yield rows.slice(first, first + size);
}

/** Writes some rows. Returns the milliseconds to wait if the model is busy, else 0. */
async function writeBatch(work: GenerationContext, rows: readonly OpenRow[]): Promise<number> {
  const { generation, subject, ask } = work;
  // Rows that follow from the plan need no question.
  const isAsked = rows.some(({ columns }) => columns.some((column) => !isPlanned(column)));
  if (!ask || !isAsked)
    return store(
      work,
      rows.map((row) => written(work, row)),
      DETERMINISTIC,
    );
  const form = rowsForm(rows, subject, guidanceOf(work), await existingSituations(work));
  const answer = await askFor(form, generation.model, ask);
  if (!("failure" in answer)) {
    const byId = new Map(rows.map((row) => [row.rowId, row]));
    const read = answer.read.rows.map((row): ReadRow => {
      const open = byId.get(row.rowId);
      return "cells" in row && open ? { rowId: row.rowId, cells: { ...plannedCells(open), ...row.cells } } : row;
    });
    return store(work, read, answer.model);
  }
  if (answer.failure === "not_configured" && generation.model === null) {
    work.ask = null;
    return store(
      work,
      rows.map((row) => written(work, row)),
      DETERMINISTIC,
    );
  }
  const most = answer.mayRetry ? MAX_BUSY_ATTEMPTS : answer.failure === "unusable" ? MAX_ATTEMPTS : 1;
  await refuse(
    work,
    rows.map(({ rowId }) => ({ rowId, problem: answer.message })),
    most,
  );
  return answer.mayRetry ? (answer.retryAfterSeconds ?? BUSY_SECONDS) * 1000 : 0;
}

const guidanceOf = ({ generation, scenario }: GenerationContext): string =>
  [scenario.description, generation.guidance].filter((text) => text.trim() !== "").join("\n");

function written(work: GenerationContext, row: OpenRow): ReadRow {
  const { generation, subject } = work;
  const random = seededRandom(
    `${generation.seed} words ${generation.kind === "create" ? "" : generation.id} ${row.position}`,
  );
  return { rowId: row.rowId, cells: writeRow(row, subject, guidanceOf(work), random) };
}

const plannedCells = (row: OpenRow): CellTexts =>
  Object.fromEntries(
    row.columns.filter(isPlanned).map(({ id, name }) => {
      const cells: Record<string, string> = {
        persona: JSON.stringify(row.persona),
        conversation_branch: row.branch.join(" -> "),
        branch_category: row.branch.at(-1) ?? "General",
      };
      return [id, cells[name.toLowerCase()] ?? ""];
    }),
  );

async function existingSituations({ db, dataset, situationId }: GenerationContext): Promise<string[]> {
  if (!situationId) return [];
  const rows = await db.execute<{ text: string }>(sql`
    select cells ->> ${situationId} as text from dataset_rows
    where dataset_id = ${dataset.id} and deleted_at is null and cells ? ${situationId}
    order by "order" desc limit ${CONTEXT_ROWS}`);
  return rows.map(({ text }) => excerpt(text, 200));
}
