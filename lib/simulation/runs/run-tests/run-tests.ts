import { and, asc, count, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import {
  agentDefinitions,
  datasetRows,
  evalBindings,
  runTestScenarios,
  runTests,
  scenarios,
  testExecutions,
} from "@/db/schema";
import type { Verb } from "@/lib/context";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import type * as contracts from "@/lib/contracts/simulation/runs/run-tests";
import { type Failure, invalid, invalidField } from "@/lib/errors";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";
import { assertPage, hasText, isNamed, newestFirst, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { deleteExecutions } from "../executions/end-executions";
import { lockRunTest, type RunTestRow, runTestInWorkspace } from "../loaders";
import { copiedBindings, newBindings, removeBindings, storeBindings } from "./bindings";
import { presentRunTest, presentRunTests } from "./present-run-test";
import { agentChange, definedOf, namedAgent, namedRows, namedSimulator, scenarioIdsOf } from "./request-fields";

const taken = (name: string): Failure => invalidField("name", `A run test named ${name} already exists.`);

async function setScenarios(db: Database, runTestId: string, ids: readonly string[]): Promise<void> {
  await db.delete(runTestScenarios).where(eq(runTestScenarios.runTestId, runTestId));
  await db.insert(runTestScenarios).values(ids.map((scenarioId, index) => ({ runTestId, scenarioId, place: index })));
}

export const createRunTest: Verb<typeof contracts.createRunTest> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    await namedAgent(db, caller, input.agent_definition_id, input.agent_version);
    await namedSimulator(db, caller, input.simulator_agent_id, "simulator_agent_id");
    const scenarioIds = await scenarioIdsOf(db, caller, input.scenario_ids, "scenario_ids");
    const { organizationId, workspaceId, userId } = caller;
    const [run] = await db
      .insert(runTests)
      .values({
        organizationId,
        workspaceId,
        name: input.name,
        description: input.description,
        agentDefinitionId: input.agent_definition_id,
        agentVersionId: input.agent_version ?? null,
        simulatorAgentId: input.simulator_agent_id ?? null,
        datasetRowIds: await namedRows(db, caller, input.dataset_row_ids),
        enableToolEvaluation: input.enable_tool_evaluation,
        settings: runSettings.parse(definedOf(input.settings)),
        createdBy: userId,
      })
      .onConflictDoNothing()
      .returning();
    if (!run) throw taken(input.name);
    await setScenarios(db, run.id, scenarioIds);
    await storeBindings(db, [
      ...(await copiedBindings(inner, run.id, input.eval_config_ids)),
      ...(await newBindings(inner, run.id, input.evaluations_config)),
    ]);
    return presentRunTest(db, run);
  });

export const listRunTests: Verb<typeof contracts.listRunTests> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const isPrompt = input.simulation_type === "prompt" || input.prompt_template_id !== undefined;
  const part = input.search?.trim() ? input.search.trim() : null;
  const where = and(
    inWorkspace(runTests, caller),
    isPrompt ? sql`false` : undefined,
    part ? or(hasText(runTests.name, part), hasText(agentDefinitions.name, part)) : undefined,
  );
  const joined = eq(agentDefinitions.id, runTests.agentDefinitionId);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(runTests).leftJoin(agentDefinitions, joined).where(where),
    db
      .select({ run: runTests })
      .from(runTests)
      .leftJoin(agentDefinitions, joined)
      .where(where)
      .orderBy(newestFirst(runTests.createdAt), runTests.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const results = await presentRunTests(
    db,
    rows.map(({ run }) => run),
  );
  return { count: all, page, limit, results };
};

export const getRunTest: Verb<typeof contracts.getRunTest> = async ({ db, caller }, { run_test_id }) =>
  presentRunTest(db, await runTestInWorkspace(db, caller, run_test_id));

async function changeRunTest(db: Database, run: RunTestRow, change: Partial<typeof runTests.$inferInsert>) {
  try {
    const [changed] = await db
      .update(runTests)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(runTests.id, run.id))
      .returning();
    return await presentRunTest(db, changed ?? run);
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? taken(change.name ?? "") : error;
  }
}

export const updateRunTest: Verb<typeof contracts.updateRunTest> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const run = await lockRunTest(db, caller, input.run_test_id);
    const { agent_definition_id: agentId, agent_version: versionId } = input;
    const agent = await agentChange(db, caller, run, { agentId, versionId, field: "agent_version" });
    if (input.scenario_ids)
      await setScenarios(db, run.id, await scenarioIdsOf(db, caller, input.scenario_ids, "scenario_ids"));
    if (input.remove_eval_config_ids) await removeBindings(inner, run.id, input.remove_eval_config_ids);
    if (input.evaluations_config) await storeBindings(db, await newBindings(inner, run.id, input.evaluations_config));
    return changeRunTest(db, run, {
      ...agent,
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.enable_tool_evaluation === undefined ? {} : { enableToolEvaluation: input.enable_tool_evaluation }),
      ...(input.dataset_row_ids ? { datasetRowIds: await namedRows(db, caller, input.dataset_row_ids) } : {}),
      ...(input.settings ? { settings: runSettings.parse({ ...run.settings, ...definedOf(input.settings) }) } : {}),
    });
  });

export const updateRunTestComponents: Verb<typeof contracts.updateRunTestComponents> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const run = await lockRunTest(db, caller, input.run_test_id);
    const { agent_definition_id: agentId, version: versionId } = input;
    const agent = await agentChange(db, caller, run, { agentId, versionId, field: "version" });
    await namedSimulator(db, caller, input.simulator_agent_id, "simulator_agent_id");
    if (input.scenarios) await setScenarios(db, run.id, await scenarioIdsOf(db, caller, input.scenarios, "scenarios"));
    return changeRunTest(db, run, {
      ...agent,
      ...(input.simulator_agent_id === undefined ? {} : { simulatorAgentId: input.simulator_agent_id }),
      ...(input.enable_tool_evaluation === undefined ? {} : { enableToolEvaluation: input.enable_tool_evaluation }),
    });
  });

export const deleteRunTest: Verb<typeof contracts.deleteRunTest> = (context, { run_test_id }) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const run = await lockRunTest(db, caller, run_test_id);
    await db.update(runTests).set({ deletedAt: now() }).where(eq(runTests.id, run.id));
    await db
      .update(evalBindings)
      .set({ deletedAt: now() })
      .where(
        and(eq(evalBindings.target, "SIMULATE"), eq(evalBindings.targetId, run.id), isNull(evalBindings.deletedAt)),
      );
    await deleteExecutions(inner, and(eq(testExecutions.runTestId, run.id), isNull(testExecutions.deletedAt)));
    return { message: "Run test deleted successfully" };
  });
export const deleteRunTestByName: Verb<typeof contracts.deleteRunTestByName> = deleteRunTest;

/** The workspace's run test with this name, ignoring case. Throws a 400 on the field, as published clients expect. */
export async function runTestNamed(
  db: Database,
  workspace: Workspace,
  name: string,
  field: string,
): Promise<RunTestRow> {
  const [run] = await db
    .select()
    .from(runTests)
    .where(and(inWorkspace(runTests, workspace), isNamed(runTests.name, name.trim())));
  if (!run) throw invalid("Run test not found", { fields: { [field]: ["Run test not found"] } });
  return run;
}

export const getRunTestIdByName: Verb<typeof contracts.getRunTestIdByName> = async ({ db, caller }, { name }) => {
  const run = await runTestNamed(db, caller, name, "name");
  return { run_test_id: run.id, run_test_name: run.name };
};

export const listRunTestScenarios: Verb<typeof contracts.listRunTestScenarios> = async ({ db, caller }, input) => {
  const run = await runTestInWorkspace(db, caller, input.run_test_id);
  const { page, limit, offset } = pageRange(input);
  const live = and(eq(scenarios.id, runTestScenarios.scenarioId), isNull(scenarios.deletedAt));
  const where = eq(runTestScenarios.runTestId, run.id);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(runTestScenarios).innerJoin(scenarios, live).where(where),
    db
      .select({
        id: scenarios.id,
        name: scenarios.name,
        status: scenarios.status,
        row_count: sql<number>`(select count(*)::int from ${datasetRows}
          where ${datasetRows.datasetId} = ${scenarios.datasetId} and ${datasetRows.deletedAt} is null)`,
      })
      .from(runTestScenarios)
      .innerJoin(scenarios, live)
      .where(where)
      .orderBy(asc(runTestScenarios.place))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows };
};
