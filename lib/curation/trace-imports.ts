import { and, asc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows, datasets, traceImports, traces } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/trace-imports";
import { insertDataset } from "@/lib/datasets/datasets";
import { lockDatasetInOrganization } from "@/lib/datasets/loaders";
import { reuseColumns } from "@/lib/datasets/reuse-columns";
import { invalidField, notFound } from "@/lib/errors";
import { foundByText, isInChoice, newestTraces } from "@/lib/traces/choice/chosen-traces";
import { ownTraceIds } from "@/lib/traces/choice/named-traces";
import { filtersInOrganization } from "@/lib/traces/choice/own-filters";
import { inTransaction } from "@/lib/transaction";
import { addTraces, type ImportRow, importRequested, namedTraces } from "./import-traces";
import { traceCells } from "./rules/trace-cells";
import { type SubjectRow, subjectsOf } from "./trace-subjects";

const PREVIEWED = 5;
const MOST_ROWS = 100;
const CUT = "The search for the text was cut: there may be more traces.";

type Chosen = Parameters<Verb<typeof contracts.previewTraceRows>>[1];

export const previewTraceRows: Verb<typeof contracts.previewTraceRows> = async ({ db, caller }, input) => {
  assertColumns(input.mapping);
  const { input: _, output: __, ...narrow } = getTableColumns(traces);
  const rows = await db
    .select(narrow)
    .from(traces)
    .where(await chosenTraces(db, caller.organizationId, input))
    .orderBy(...newestTraces)
    .limit(PREVIEWED);
  const paths = input.mapping.map(({ path }) => path ?? null);
  const subjects = await subjectsOf(db, caller.organizationId, rows, paths);
  return {
    rows: rows.flatMap(({ id }, index) => {
      const subject = subjects[index];
      return subject ? [{ trace_id: id, cells: traceCells(subject, input.mapping) }] : [];
    }),
  };
};

async function chosenTraces(db: Database, organizationId: string, { trace_ids, filters }: Chosen) {
  const own = filters && (await filtersInOrganization(db, organizationId, filters));
  if (own) return isInChoice(db, organizationId, { filters: own });
  const ids = await ownTraceIds(db, organizationId, trace_ids ?? []);
  return isInChoice(db, organizationId, { trace_ids: ids.filter((id) => id !== null) });
}

function assertColumns(mapping: Chosen["mapping"]): void {
  const names = new Set<string>();
  for (const [index, { column }] of mapping.entries()) {
    if (names.has(column.toLowerCase()))
      throw invalidField(`mapping.${index}.column`, `Another line fills the column "${column}".`);
    names.add(column.toLowerCase());
  }
  if (mapping.every(({ path }) => !path)) throw invalidField("mapping.0.path", "At least one column needs a value.");
}

export const addTracesToDataset: Verb<typeof contracts.addTracesToDataset> = (context, input) =>
  inTransaction(context, async ({ db, caller, emit }) => {
    assertColumns(input.mapping);
    const { organizationId } = caller;
    const filters = input.filters ? await filtersInOrganization(db, organizationId, input.filters) : null;
    const found = filters && (await foundByText(db, organizationId, filters));
    const dataset = input.dataset_id
      ? await lockDatasetInOrganization(db, organizationId, input.dataset_id)
      : await insertDataset(db, caller, nameOf(input.dataset_name), "dataset_name");
    const columns = await reuseColumns(
      db,
      dataset,
      input.mapping.map(({ column }) => ({ name: column, dataType: "text" })),
    );
    const mapping = input.mapping.map(({ path }, index) => ({
      columnId: columns[index]?.id ?? "",
      path: path ?? null,
    }));
    const [row] = await db
      .insert(traceImports)
      .values({
        organizationId,
        datasetId: dataset.id,
        requestedBy: caller.userId,
        mapping,
        filters,
      })
      .returning();
    if (!row) throw new Error("insert returned no row");
    const ids = input.trace_ids ? await ownTraceIds(db, organizationId, input.trace_ids) : found?.ids;
    if (!ids) {
      await emit(importRequested(row));
      return present(row, dataset.name);
    }
    const named = await namedTraces(
      db,
      organizationId,
      ids.filter((id) => id !== null),
    );
    if (input.trace_ids && named.length < ids.length) throw notFound("A trace was not found.");
    const message = found && !found.isComplete ? CUT : null;
    return present(await complete(db, row, named, message), dataset.name);
  });

/** Adds traces to an import's dataset at once. */
async function complete(db: Database, row: ImportRow, named: readonly SubjectRow[], message: string | null) {
  const figures = await addTraces(db, row, named);
  const [done] = await db
    .update(traceImports)
    .set({ ...figures, status: "completed", message, endedAt: sql`now()` })
    .where(eq(traceImports.id, row.id))
    .returning();
  return done ?? row;
}

function nameOf(name: string | null | undefined): string {
  if (name) return name;
  throw invalidField("dataset_name", "Give a dataset_id, or a dataset_name for a new dataset.");
}

const present = (row: ImportRow, datasetName: string) => ({
  id: row.id,
  dataset_id: row.datasetId,
  dataset_name: datasetName,
  status: row.status,
  looked: row.looked,
  added: row.added,
  duplicates: row.duplicates,
  empty: row.empty,
  message: row.message,
  created_at: row.createdAt.toISOString(),
  ended_at: row.endedAt?.toISOString() ?? null,
});

export const getTraceImport: Verb<typeof contracts.getTraceImport> = async ({ db, caller }, { import_id }) => {
  const [found] = await db
    .select({ row: traceImports, name: datasets.name })
    .from(traceImports)
    .innerJoin(datasets, eq(datasets.id, traceImports.datasetId))
    .where(and(eq(traceImports.id, import_id), eq(traceImports.organizationId, caller.organizationId)));
  if (!found) throw notFound("Import not found.");
  return present(found.row, found.name);
};

export const listTraceRows: Verb<typeof contracts.listTraceRows> = async ({ db, caller }, { trace_id }) => {
  const { organizationId } = caller;
  const [trace] = await db
    .select({ id: traces.id })
    .from(traces)
    .where(and(eq(traces.id, trace_id), eq(traces.organizationId, organizationId)));
  if (!trace) throw notFound("Trace not found.");
  const rows = await db
    .select({ row: datasetRows, name: datasets.name })
    .from(datasetRows)
    .innerJoin(datasets, and(eq(datasets.id, datasetRows.datasetId), isNull(datasets.deletedAt)))
    .where(
      and(
        eq(datasetRows.organizationId, organizationId),
        isNull(datasetRows.deletedAt),
        sql`${datasetRows.metadata} ->> 'source_id' = ${trace.id}`,
        eq(datasets.source, "dataset"),
      ),
    )
    .orderBy(asc(datasetRows.createdAt), asc(datasetRows.id))
    .limit(MOST_ROWS);
  return rows.map(({ row, name }) => ({
    row_id: row.id,
    dataset_id: row.datasetId,
    dataset_name: name,
    order: row.order,
    created_at: row.createdAt.toISOString(),
  }));
};
