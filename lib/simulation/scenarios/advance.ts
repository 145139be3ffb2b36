// Writes a generation's rows, for as long as a step may take. A step that is killed and taken again goes on where the rows say.
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows, generatedRows, scenarioGenerations, scenarios } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { seededRandom } from "@/lib/annotation/agreement/random";
import { excerpt } from "@/lib/bounds/excerpt";
import { pool } from "@/lib/bounds/pool";
import { DETERMINISTIC } from "@/lib/contracts/simulation/scenario-names";
import { columnsInDataset, type DatasetRecord, datasetInOrganization } from "@/lib/datasets/loaders";
import { gatewayOf } from "@/lib/evaluation/judge/ask-gateway";
import { type AskModel, askFor } from "@/lib/evaluation/judge/judge";
import { continueAfter, DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import { whenNotFound } from "@/lib/rejections";
import type { GenerationRecord, ScenarioRecord } from "./loaders";
import { allowedPersonas } from "./personas";
import { branchIn } from "./rules/branches";
import { type AllowedPersona, allowedValues, completePersona, personaIn, pick } from "./rules/persona";
import { isPlanned, type ReadRow, rowsForm } from "./rules/question";
import { type CellTexts, type OpenRow, type Subject, type WrittenColumn, writeRow } from "./rules/write-row";
import { subjectOf } from "./subject";

/** Rows that one question asks a model for, and questions at once. */
const ROWS_A_QUESTION = 8;
const AT_ONCE = 4;
/** Rows that the deterministic writer stores at once. */
const ROWS_A_WRITE = 500;
const CONTEXT_ROWS = 12;
/** How often a row is tried: the more where the model was only busy. */
const MAX_ATTEMPTS = 3;
const MAX_BUSY_ATTEMPTS = 6;
const BUSY_SECONDS = 5;

interface GenerationStep extends StepResult {
  /** Why what is left can never be written. */
  problem: string | null;
}

/** What the generation belongs to is gone. */
interface MissingOwner {
  problem: string;
}

interface GenerationContext {
  db: Database;
  generation: GenerationRecord;
  scenario: ScenarioRecord;
  dataset: DatasetRecord;
  subject: Subject;
  columns: WrittenColumn[];
  /** All of the dataset's, by id. */
  names: ReadonlyMap<string, string>;
  personas: AllowedPersona[];
  situationId: string | null;
  ask: AskModel | null;
  now: () => number;
}

/** Asks for the gateway's way to a model; tests give their own. */
export type Asking = (db: Database, organizationId: string, session: string) => Promise<AskModel>;

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

async function loadWork(
  db: Database,
  organizationId: string,
  id: string,
  asking: Asking,
  now: () => number,
): Promise<GenerationContext | MissingOwner | null> {
  const [found] = await db
    .select({ generation: scenarioGenerations, scenario: scenarios })
    .from(scenarioGenerations)
    .innerJoin(scenarios, eq(scenarios.id, scenarioGenerations.scenarioId))
    .where(
      and(
        eq(scenarioGenerations.id, id),
        eq(scenarioGenerations.organizationId, organizationId),
        eq(scenarioGenerations.status, "running"),
      ),
    );
  if (!found) return null;
  const { generation, scenario } = found;
  if (scenario.deletedAt) return { problem: "The scenario was deleted." };
  const dataset = await datasetInOrganization(db, organizationId, generation.datasetId).catch(whenNotFound(() => null));
  if (!dataset) return { problem: "The scenario's dataset was deleted." };
  const all = await columnsInDataset(db, dataset);
  const subject = await subjectOf(db, organizationId, scenario.agentVersionId);
  const asked = new Set(generation.columnIds);
  return {
    db,
    generation,
    scenario,
    dataset,
    subject,
    columns: all
      .filter((column) => asked.has(column.id))
      .map((column) => ({ ...column, description: descriptionOf(column.name, scenario) })),
    names: new Map(all.map((column) => [column.id, column.name])),
    personas: await allowedPersonas(db, scenario, scenario.recipe, subject.medium),
    situationId: all.find(({ name }) => name.toLowerCase() === "situation")?.id ?? null,
    ask: generation.model === DETERMINISTIC ? null : await asking(db, organizationId, `scenario ${scenario.id}`),
    now,
  };
}

const OWN: Record<string, string> = {
  situation: "Why the conversation begins, 30 to 400 characters",
  outcome: "How it should end, 45 to 90 words",
};
const descriptionOf = (name: string, { recipe }: ScenarioRecord): string =>
  recipe.custom_columns.find((column) => column.name.toLowerCase() === name.toLowerCase())?.description ??
  OWN[name.toLowerCase()] ??
  "";

async function openRows(work: GenerationContext): Promise<OpenRow[]> {
  const { db, generation } = work;
  const rows = await db
    .select({ row: datasetRows, place: generatedRows.place, branch: generatedRows.branch })
    .from(generatedRows)
    .innerJoin(datasetRows, and(eq(datasetRows.id, generatedRows.rowId), isNull(datasetRows.deletedAt)))
    .where(and(eq(generatedRows.generationId, generation.id), eq(generatedRows.status, "pending")))
    .orderBy(asc(generatedRows.attempts), asc(generatedRows.place))
    .limit(work.ask ? ROWS_A_QUESTION * AT_ONCE : ROWS_A_WRITE);
  return rows.map(({ row, place, branch }) => openRow(work, row, place, branch));
}

function openRow(
  work: GenerationContext,
  row: typeof datasetRows.$inferSelect,
  place: number,
  branch: string[],
): OpenRow {
  const { generation, subject, personas, columns } = work;
  const known = Object.fromEntries(
    Object.entries(row.cells).flatMap(([id, text]) => {
      const name = work.names.get(id);
      return name === undefined ? [] : [[name.toLowerCase(), text]];
    }),
  );
  // Of the place, so that a row that is tried again gets the same; of the request, so that more rows get others.
  const random = seededRandom(
    `${generation.seed} persona ${generation.kind === "create" ? "" : generation.id} ${place}`,
  );
  const drawn = pick(personas, random) ?? { name: "Anybody", profile: {} };
  const given = personaIn(known.persona);
  const allowed = allowedValues(subject.medium, subject.languages, drawn);
  const persona = completePersona(given ?? {}, allowed, subject.medium, random, { strict: given === null });
  return {
    rowId: row.id,
    order: row.order,
    place,
    persona,
    branch: known.conversation_branch === undefined ? branch : branchIn(known.conversation_branch),
    known,
    columns: columns.filter(({ id }) => row.cells[id] === undefined),
  };
}

function* batches<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let first = 0; first < rows.length; first += size) yield rows.slice(first, first + size);
}

/** Writes some rows; milliseconds to wait if the model is busy, else 0. */
async function writeBatch(work: GenerationContext, rows: readonly OpenRow[]): Promise<number> {
  const { generation, subject, ask } = work;
  // What follows from the plan is asked of nobody.
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
    `${generation.seed} words ${generation.kind === "create" ? "" : generation.id} ${row.place}`,
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

/** Stores good rows, each once even if another process wrote it too, and counts an attempt for the others. */
async function store(work: GenerationContext, rows: readonly ReadRow[], writer: string): Promise<number> {
  const { db, generation } = work;
  const good = rows.flatMap((row) => ("cells" in row ? row : []));
  const repeated = await transaction(db, async (tx) => {
    // Batches take turns here, so that none repeats what another is about to write.
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

/** Of the given rows those whose situation another row has, of the dataset or before them in the list. */
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

/** Counts a try for rows that could not be written; after `most` they have failed, and say why. */
async function refuse(
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
