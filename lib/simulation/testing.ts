// Runs that tests start from.
import { randomUUID } from "node:crypto";
import { callExecutions, runTests, testExecutions } from "@/db/schema";
import type { Context } from "@/lib/context";
import { runSettings } from "@/lib/contracts/simulation/call-parts";

type NewCall = Omit<typeof callExecutions.$inferInsert, "executionId" | "runTestId" | "organizationId" | "workspaceId">;

/** An execution with calls as they are given, of a run test and an agent that are nowhere else; its ids. */
export async function createTestExecution(
  { db, caller }: Context,
  calls: readonly Partial<NewCall>[],
  change: Partial<typeof testExecutions.$inferInsert> = {},
) {
  const { organizationId, workspaceId } = caller;
  const own = { organizationId, workspaceId };
  const settings = runSettings.parse({});
  const [run] = await db
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
  return { runTestId: run.id, executionId: execution.id, callIds: ids.map(({ id }) => id) };
}
