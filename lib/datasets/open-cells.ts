// Cells that a job has yet to write, or could not write: a scenario's rows exist before their contents.
import { and, eq, inArray, ne } from "drizzle-orm";
import type { Database } from "@/db/client";
import { generatedRows, scenarioGenerations } from "@/db/schema";

export interface OpenCells {
  status: "running" | "error";
  reason: string | null;
}

/** Row id → column id → why the cell is empty. Cells that were filled in the meantime are left out. */
export async function openCellsOf(
  db: Database,
  rowIds: readonly string[],
): Promise<Map<string, Map<string, OpenCells>>> {
  const open = new Map<string, Map<string, OpenCells>>();
  if (rowIds.length === 0) return open;
  const rows = await db
    .select({
      rowId: generatedRows.rowId,
      status: generatedRows.status,
      reason: generatedRows.reason,
      columnIds: scenarioGenerations.columnIds,
    })
    .from(generatedRows)
    .innerJoin(scenarioGenerations, eq(scenarioGenerations.id, generatedRows.generationId))
    .where(and(inArray(generatedRows.rowId, [...rowIds]), ne(generatedRows.status, "done")));
  for (const { rowId, status, reason, columnIds } of rows) {
    const cells = open.get(rowId) ?? new Map<string, OpenCells>();
    for (const id of columnIds)
      cells.set(id, status === "failed" ? { status: "error", reason } : { status: "running", reason: null });
    open.set(rowId, cells);
  }
  return open;
}
