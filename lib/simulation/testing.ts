// Runs that tests start from.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import {
  callExecutions,
  datasetColumns,
  datasetRows,
  datasets,
  runTests,
  scenarios,
  testExecutions,
} from "@/db/schema";
import type { Context } from "@/lib/context";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import type { AgentTarget } from "@/lib/contracts/simulation/configuration";
import { standingOf } from "./agents/loaders";
import { settleExecution } from "./runs/settle";
import { createTestAgent } from "./scenarios/testing";

type NewCall = Omit<typeof callExecutions.$inferInsert, "executionId" | "runTestId" | "organizationId" | "workspaceId">;

/** An execution with the listed calls, with its own run test and agent; returns its ids. */
export async function createTestExecution(
  { db, caller }: Context,
  calls: readonly Partial<NewCall>[],
  change: Partial<typeof testExecutions.$inferInsert> = {},
  runTestId: string | null = null,
) {
  const { organizationId, workspaceId } = caller;
  const own = { organizationId, workspaceId };
  const settings = runSettings.parse({});
  const [run] = runTestId
    ? await db.select().from(runTests).where(eq(runTests.id, runTestId))
    : await db
        .insert(runTests)
        .values({ ...own, name: `run ${randomUUID()}`, agentDefinitionId: randomUUID(), settings })
        .returning();
  if (!run) throw new Error("the run test was not stored");
  const agent = {
    id: run.agentDefinitionId,
    name: "Agent",
    type: "text",
    version_id: randomUUID(),
    version: 1,
    snapshot: {},
  };
  const [execution] = await db
    .insert(testExecutions)
    .values({
      ...own,
      runTestId: run.id,
      driver: "server",
      scenarioIds: [],
      pinned: { agent, scenarios: {} },
      settings,
      enableToolEvaluation: false,
      agentVersionId: agent.version_id,
      fingerprint: "f",
      ...change,
    })
    .returning();
  if (!execution) throw new Error("the execution was not stored");
  const scenarioId = randomUUID();
  const rows = calls.map((call, number) => ({
    ...own,
    executionId: execution.id,
    runTestId: run.id,
    scenarioId,
    number,
    ...call,
  }));
  const ids = rows.length > 0 ? await db.insert(callExecutions).values(rows).returning({ id: callExecutions.id }) : [];
  await settleExecution(db, execution.id, new Date());
  // The calls decide its counts; the test decides its status.
  const { status, startedAt, endedAt } = execution;
  await db.update(testExecutions).set({ status, startedAt, endedAt }).where(eq(testExecutions.id, execution.id));
  return { runTestId: run.id, executionId: execution.id, callIds: ids.map(({ id }) => id) };
}

export type NewRow = Record<string, string>;

/** A completed scenario with the listed rows, and a text agent behind a webhook; returns their ids. */
export async function createScenarioOfRows(context: Context, rows: readonly NewRow[], target: object = webhook) {
  const { db, caller } = context;
  const { organizationId, workspaceId } = caller;
  const own = { organizationId, workspaceId };
  // Safe: the configuration's contract accepts this target.
  const agentId = await createTestAgent(context, { target: target as AgentTarget });
  const { active } = await standingOf(db, { id: agentId });
  const [dataset] = await db
    .insert(datasets)
    .values({ ...own, name: `rows ${randomUUID()}` })
    .returning();
  if (!dataset) throw new Error("the dataset was not stored");
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name, order) => ({
    id: randomUUID(),
    datasetId: dataset.id,
    name,
    dataType: "text" as const,
    order,
  }));
  if (columns.length > 0) await db.insert(datasetColumns).values(columns);
  const cellsOf = (row: NewRow) =>
    Object.fromEntries(columns.flatMap(({ id, name }) => (row[name] === undefined ? [] : [[id, row[name]]])));
  if (rows.length > 0)
    await db
      .insert(datasetRows)
      .values(rows.map((row, order) => ({ datasetId: dataset.id, organizationId, order, cells: cellsOf(row) })));
  const [scenario] = await db
    .insert(scenarios)
    .values({
      ...own,
      name: `scenario ${randomUUID().slice(0, 8)}`,
      kind: "dataset",
      sourceType: "agent_definition",
      agentDefinitionId: agentId,
      datasetId: dataset.id,
      status: "Completed",
      recipe: {} as never, // safe: nothing recreates this one
    })
    .returning();
  if (!scenario) throw new Error("the scenario was not stored");
  return { agentId, versionId: active.id, scenarioId: scenario.id, datasetId: dataset.id };
}

const webhook = { type: "webhook", url: "https://agent.example.com/turn", timeout_seconds: 5 };
