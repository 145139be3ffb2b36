// Adds traces to a dataset, page by page. Each page is one transaction, so that a step which is killed or runs twice
// adds no row twice.
import { and, asc, eq, getTableColumns, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasets, traceImports, traces } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { MAX_CHOSEN_TRACES } from "@/lib/contracts/traces/trace-choice";
import { type DatasetRecord, lockDatasetInOrganization } from "@/lib/datasets/loaders";
import type { DomainEvent } from "@/lib/events";
import { restartId, type Stalled, type StalledWork } from "@/lib/jobs/resume-stalled";
import { continueAfter, DONE, type StepResult } from "@/lib/jobs/step";
import { afterTrace, newestTraces } from "@/lib/traces/choice/chosen-traces";
import { matchingTraces } from "@/lib/traces/trace-conditions";
import { traceCells } from "./rules/trace-cells";
import { type SubjectRow, subjectsOf } from "./trace-subjects";
import { writeRows } from "./write-rows";

export type ImportRow = typeof traceImports.$inferSelect;

const PAGE = 200;
const STALLED_MS = 5 * 60_000;
const DELETED = "The dataset was deleted.";

export const importRequested = (
  { id, organizationId }: Pick<ImportRow, "id" | "organizationId">,
  eventId = `trace-import-${id}`,
): DomainEvent => ({ id: eventId, name: "curation/import.requested", data: { importId: id, organizationId } });

export const stalledImports: StalledWork<Stalled> = {
  stalledMs: STALLED_MS,
  find: (db, { before, limit }) =>
    db
      .select({
        id: traceImports.id,
        organizationId: traceImports.organizationId,
        lastProgressAt: traceImports.progressedAt,
      })
      .from(traceImports)
      .where(and(eq(traceImports.status, "running"), lt(traceImports.progressedAt, before)))
      .orderBy(asc(traceImports.progressedAt))
      .limit(limit),
  restart: (_, stalled, now) => importRequested(stalled, restartId("trace-import", stalled.id, now, STALLED_MS)),
};

/** Adds the next page of an import by filters. */
export const advanceImport = (db: Database, organizationId: string, importId: string): Promise<StepResult> =>
  transaction(db, async (tx) => {
    const own = and(eq(traceImports.id, importId), eq(traceImports.organizationId, organizationId));
    const [row] = await tx.select().from(traceImports).where(own).for("update");
    if (row?.status !== "running" || row.filters === null) return DONE;
    const [dataset] = await tx.select().from(datasets).where(eq(datasets.id, row.datasetId));
    if (!dataset || dataset.deletedAt !== null) return end(tx, row.id, { status: "failed", message: DELETED });
    const limit = Math.min(PAGE, MAX_CHOSEN_TRACES - row.looked);
    const page = await nextPage(tx, row, limit);
    const written = await addTraces(tx, row, page);
    const last = page.at(-1);
    await tx
      .update(traceImports)
      .set({
        ...written,
        ...(last?.startedAt ? { cursor: { startedAt: last.startedAt, id: last.id } } : {}),
        progressedAt: sql`now()`,
      })
      .where(eq(traceImports.id, row.id));
    const isOver = page.length < limit || written.looked >= MAX_CHOSEN_TRACES;
    return isOver ? end(tx, row.id, { status: "completed", message: null }) : continueAfter(0);
  });

const { input: _, output: __, ...narrow } = getTableColumns(traces);

/** Locked, so that retention deletes none before its row refers to it. */
async function nextPage(tx: Database, { organizationId, filters, cursor }: ImportRow, limit: number) {
  return tx
    .select(narrow)
    .from(traces)
    .where(and(await matchingTraces(tx, organizationId, filters ?? {}), afterTrace(cursor)))
    .orderBy(...newestTraces)
    .limit(limit)
    .for("key share");
}

export const namedTraces = (tx: Database, organizationId: string, ids: readonly string[]): Promise<SubjectRow[]> =>
  tx
    .select(narrow)
    .from(traces)
    .where(and(eq(traces.organizationId, organizationId), inArray(traces.id, [...ids])))
    .orderBy(...newestTraces)
    .for("key share");

/** Adds these traces to the import's dataset. Returns the import's new figures. */
export async function addTraces(tx: Database, row: ImportRow, page: readonly SubjectRow[]) {
  const dataset: DatasetRecord = await lockDatasetInOrganization(tx, row.organizationId, row.datasetId);
  const mapping = row.mapping.map(({ path }) => ({ column: "", path }));
  const paths = row.mapping.map(({ path }) => path);
  const subjects = await subjectsOf(tx, row.organizationId, page, paths);
  const columnIds = row.mapping.map(({ columnId }) => columnId);
  const rows = page.flatMap(({ id }, index) => {
    const subject = subjects[index];
    return subject ? [{ traceId: id, cells: traceCells(subject, mapping) }] : [];
  });
  const { added, duplicates, empty } = await writeRows(tx, dataset, columnIds, rows);
  return {
    looked: row.looked + page.length,
    added: row.added + added,
    duplicates: row.duplicates + duplicates,
    empty: row.empty + empty,
  };
}

async function end(tx: Database, id: string, how: Pick<ImportRow, "status" | "message">): Promise<StepResult> {
  await tx
    .update(traceImports)
    .set({ ...how, endedAt: sql`now()` })
    .where(eq(traceImports.id, id));
  return DONE;
}

/** Ends an import that could not go on. One that has ended does not change. */
export async function failImport(db: Database, organizationId: string, id: string, message: string): Promise<void> {
  await db
    .update(traceImports)
    .set({ status: "failed", message, endedAt: sql`now()` })
    .where(
      and(eq(traceImports.id, id), eq(traceImports.organizationId, organizationId), eq(traceImports.status, "running")),
    );
}
