// The columns of an execution's table of calls: its rows' columns, its evaluations, and one for each judged tool call.
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, datasetColumns } from "@/db/schema";
import { currentEvaluations } from "../analyze/current-evaluations";
import type { ExecutionRow } from "../loaders";

export async function columnsOf(db: Database, execution: ExecutionRow) {
  const [evaluations, rows] = await Promise.all([
    currentEvaluations(db, execution.id),
    db
      .selectDistinctOn([callExecutions.scenarioId], { scenarioId: callExecutions.scenarioId, row: callExecutions.row })
      .from(callExecutions)
      .where(and(eq(callExecutions.executionId, execution.id), isNull(callExecutions.deletedAt)))
      .orderBy(callExecutions.scenarioId, asc(callExecutions.number)),
  ]);
  const placeOf = await columnPlaces(
    db,
    rows.flatMap(({ row }) => Object.values(row)),
  );
  const common = { visible: true, scenario_id: null, dataset_id: null, dataset_column_ids: [], eval_config: null };
  const tools = execution.enableToolEvaluation ? await toolColumns(db, execution.id) : [];
  return [
    ...rows.flatMap(({ scenarioId, row }) =>
      Object.entries(row)
        .toSorted(([, one], [, other]) => placeOf(one.column_id) - placeOf(other.column_id))
        .map(([name, cell]) => ({
          ...common,
          id: cell.column_id,
          column_name: name,
          data_type: cell.data_type,
          type: "scenario_dataset_column" as const,
          scenario_id: scenarioId,
          dataset_id: cell.dataset_id,
          dataset_column_ids: [cell.column_id],
        })),
    ),
    ...evaluations.map(({ bindingId, name }) => ({
      ...common,
      id: bindingId,
      column_name: name,
      data_type: "text",
      type: "evaluation" as const,
      eval_config: bindingId,
    })),
    ...tools.map(({ key, name }) => ({
      ...common,
      id: key,
      column_name: name,
      data_type: "boolean",
      type: "tool_evaluation" as const,
    })),
  ];
}

/** A column's position in its dataset, since pinned columns have no order. Deleted columns come last. */
async function columnPlaces(db: Database, cells: readonly { column_id: string }[]) {
  const ids = [...new Set(cells.map(({ column_id }) => column_id))];
  const columns = await db
    .select({ id: datasetColumns.id, order: datasetColumns.order })
    .from(datasetColumns)
    .where(inArray(datasetColumns.id, ids));
  const places = new Map(columns.map(({ id, order }) => [id, order]));
  return (id: string): number => places.get(id) ?? Number.MAX_SAFE_INTEGER;
}

async function toolColumns(db: Database, executionId: string): Promise<{ key: string; name: string }[]> {
  const rows = await db.execute<{ key: string; name: string }>(sql`
    select distinct tool.key, tool.value->>'name' as name
    from call_executions, jsonb_each(tool_outputs) as tool
    where execution_id = ${executionId} and deleted_at is null
    order by 1 limit 200`);
  return [...rows];
}
