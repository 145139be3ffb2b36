import { asc, count, eq } from "drizzle-orm";
import { datasetRows, simulatorAgents } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { checkScenario as contract } from "@/lib/contracts/simulation/scenario-sources";
import { columnsInDataset, datasetInOrganization, liveRows } from "@/lib/datasets/loaders";
import { openCellsOf } from "@/lib/datasets/open-cells";
import { whenNotFound } from "@/lib/rejections";
import { graphsOf, scenarioInWorkspace } from "./loaders";
import { findingsIn } from "./rules/checks";
import type { CheckedRow } from "./rules/finding";
import { readGraph } from "./rules/graph";

const MAX_ROWS = 5000;

export const checkScenario: Verb<typeof contract> = async ({ db, caller }, input) => {
  const scenario = await scenarioInWorkspace(db, caller, input.scenario_id);
  const storedGraph = (await graphsOf(db, [scenario.id])).get(scenario.id)?.graph;
  const read = storedGraph ? readGraph(storedGraph) : null;
  const [simulator] = scenario.simulatorAgentId
    ? await db.select().from(simulatorAgents).where(eq(simulatorAgents.id, scenario.simulatorAgentId))
    : [];
  const { rows, total, columns } = await rowsToCheck(db, scenario);
  const findings = findingsIn({
    graph: read?.graph ?? null,
    graphProblems: read?.problems ?? [],
    prompt: simulator?.prompt ?? "",
    columns,
    rows,
  });
  const places = new Map(rows.map(({ rowId, order }, position) => [rowId, { order, position }]));
  return {
    scenario_id: scenario.id,
    is_ready: scenario.status === "Completed" && findings.every(({ severity }) => severity !== "error"),
    checked_rows: rows.length,
    total_rows: total,
    findings: findings.map(({ rowId, ...finding }) => ({
      ...finding,
      row_id: rowId,
      ...((rowId === null ? null : places.get(rowId)) ?? { order: null, position: null }),
    })),
  };
};

async function rowsToCheck(
  db: Parameters<typeof graphsOf>[0],
  { datasetId, organizationId }: { datasetId: string | null; organizationId: string },
): Promise<{ rows: (CheckedRow & { order: number })[]; total: number; columns: Set<string> }> {
  const dataset = datasetId
    ? await datasetInOrganization(db, organizationId, datasetId).catch(whenNotFound(() => null))
    : null;
  if (!dataset) return { rows: [], total: 0, columns: new Set() };
  const [columns, [size], rows] = await Promise.all([
    columnsInDataset(db, dataset),
    db.select({ count: count() }).from(datasetRows).where(liveRows(dataset)),
    db
      .select({ id: datasetRows.id, order: datasetRows.order, cells: datasetRows.cells })
      .from(datasetRows)
      .where(liveRows(dataset))
      .orderBy(asc(datasetRows.order), asc(datasetRows.id))
      .limit(MAX_ROWS),
  ]);
  const open = await openCellsOf(
    db,
    rows.map(({ id }) => id),
  );
  const names = new Map(columns.map(({ id, name }) => [id, name.toLowerCase()]));
  return {
    total: size?.count ?? 0,
    columns: new Set(names.values()),
    rows: rows.map(({ id, order, cells }) => ({
      rowId: id,
      order,
      status: statusOf([...(open.get(id)?.values() ?? [])].map(({ status }) => status)),
      cells: Object.fromEntries(
        Object.entries(cells).flatMap(([column, text]) => {
          const name = names.get(column);
          return name === undefined ? [] : [[name, text]];
        }),
      ),
    })),
  };
}

const statusOf = (open: readonly ("running" | "error")[]): CheckedRow["status"] =>
  open.includes("running") ? "pending" : open.includes("error") ? "failed" : "done";
