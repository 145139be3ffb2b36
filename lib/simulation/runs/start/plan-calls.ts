// The calls of an execution: one for each row and trial, with its row as it is now.
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, datasetColumns, datasetRows } from "@/db/schema";
import type { PinnedRow } from "@/lib/contracts/simulation/call-parts";
import { invalidField } from "@/lib/errors";
import type { ExecutionRow, RunTestRow } from "../loaders";

/** The most calls of one execution. */
const MAX_CALLS = 20_000;

interface PlannedCall {
  scenarioId: string;
  rowId: string | null;
  repeat: number;
  row: PinnedRow;
}

/**
 * Every call of an execution in order: trial by trial, so that the first trials of all rows come before any second
 * trial. Rows are pinned as they are now.
 */
export async function placesOf(
  db: Database,
  run: RunTestRow,
  execution: Pick<ExecutionRow, "scenarioIds" | "pinned" | "settings">,
): Promise<PlannedCall[]> {
  const only = new Set(run.datasetRowIds);
  const firsts: PlannedCall[] = [];
  for (const scenarioId of execution.scenarioIds) {
    const datasetId = execution.pinned.scenarios[scenarioId]?.dataset_id ?? null;
    if (datasetId === null) {
      firsts.push({ scenarioId, rowId: null, repeat: 1, row: {} });
      continue;
    }
    const [columns, rows] = await Promise.all([
      db
        .select()
        .from(datasetColumns)
        .where(and(eq(datasetColumns.datasetId, datasetId), isNull(datasetColumns.deletedAt)))
        .orderBy(asc(datasetColumns.order)),
      db
        .select()
        .from(datasetRows)
        .where(and(eq(datasetRows.datasetId, datasetId), isNull(datasetRows.deletedAt)))
        .orderBy(asc(datasetRows.order), asc(datasetRows.id))
        .limit(MAX_CALLS + 1),
    ]);
    for (const { id, cells } of rows) {
      if (only.size > 0 && !only.has(id)) continue;
      const row = Object.fromEntries(
        columns.map((column) => [
          column.name,
          { value: cells[column.id] ?? null, column_id: column.id, dataset_id: datasetId, data_type: column.dataType },
        ]),
      );
      firsts.push({ scenarioId, rowId: id, repeat: 1, row });
    }
  }
  const { repeats } = execution.settings;
  if (firsts.length * repeats > MAX_CALLS)
    throw invalidField(
      "settings.repeats",
      `${firsts.length} rows with ${repeats} trials each exceed the limit of ${MAX_CALLS} calls.`,
    );
  return Array.from({ length: repeats }, (_, index) =>
    firsts.map((position) => ({ ...position, repeat: index + 1 })),
  ).flat();
}

export async function storeCalls(
  db: Database,
  execution: ExecutionRow,
  places: readonly PlannedCall[],
  first = 0,
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < places.length; from += BATCH) {
    const rows = places.slice(from, from + BATCH).map((position, index) => ({
      ...position,
      organizationId: execution.organizationId,
      workspaceId: execution.workspaceId,
      executionId: execution.id,
      runTestId: execution.runTestId,
      number: first + from + index,
    }));
    const stored = await db.insert(callExecutions).values(rows).returning({ id: callExecutions.id });
    ids.push(...stored.map(({ id }) => id));
  }
  return ids;
}

export const BATCH = 1_000;
