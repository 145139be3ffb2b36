// Starting a run: the gate, what is pinned, and a call for each row and trial.
import { and, asc, eq, inArray, isNull, max, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import {
  callEvaluations,
  callExecutions,
  datasetColumns,
  datasetRows,
  type PinnedRun,
  runTestScenarios,
  runTests,
  scenarios,
  simulatorAgents,
  testExecutionEvaluations,
  testExecutions,
} from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { type PinnedRow, runSettings } from "@/lib/contracts/simulation/call-parts";
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import type * as contracts from "@/lib/contracts/simulation/run-tests";
import { simulatorSettings } from "@/lib/contracts/simulation/simulator";
import { Failure, invalid, invalidField } from "@/lib/errors";
import { fingerprintOf } from "@/lib/evaluation/templates/fingerprint";
import { templateInVersion, templatesInOrganization } from "@/lib/evaluation/templates/loaders";
import { inTransaction } from "@/lib/transaction";
import { versionForRun } from "../agents/loaders";
import { snapshotOf } from "../agents/rules/configuration";
import { graphsOf } from "../scenarios/loaders";
import { callFlaw } from "../voice/rules/callable";
import { lineFor } from "../voice/telephony-account";
import { definedOf, namedSimulator } from "./given";
import {
  type BindingRow,
  type ExecutionRow,
  evaluationsOf,
  lockRunTest,
  type RunTestRow,
  runTestInWorkspace,
} from "./loaders";
import { settleExecution } from "./settle";

/** Calls of one execution. */
const MAX_CALLS = 20_000;
const BATCH = 1_000;

type ScenarioRow = typeof scenarios.$inferSelect;

/** The scenarios that are run, in the run test's order. Throws where there is none, or one of them is not completed. */
async function gate(db: Database, run: RunTestRow, ids: readonly string[], isExcept: boolean): Promise<ScenarioRow[]> {
  const attached = await db
    .select({ scenario: scenarios })
    .from(runTestScenarios)
    .innerJoin(scenarios, and(eq(scenarios.id, runTestScenarios.scenarioId), isNull(scenarios.deletedAt)))
    .where(eq(runTestScenarios.runTestId, run.id))
    .orderBy(asc(runTestScenarios.place));
  const named = new Set(ids.map((id) => id.toLowerCase()));
  const chosen = attached
    .map(({ scenario }) => scenario)
    .filter(({ id }) => named.size === 0 || named.has(id) !== isExcept);
  if (chosen.length === 0) {
    const message = "No scenarios are left to run.";
    throw invalid(message, { fields: { scenario_ids: [message] }, facts: { result: { error: "No scenarios" } } });
  }
  const open = chosen.filter(({ status }) => status !== "Completed");
  if (open.length > 0) {
    const detail = `These scenarios are not completed: ${open.map(({ name, status }) => `${name} (${status})`).join(", ")}.`;
    const listed = open.map(({ id, name, status }) => ({ id, name, status }));
    throw invalid(detail, { facts: { result: { error: "Scenarios incomplete", detail, scenarios: listed } } });
  }
  return chosen;
}

interface RunRequest {
  scenarioIds: readonly string[];
  selectAll: boolean;
  simulatorId: string | null;
  agentVersion: string | null;
  settings: object;
  driver: "server" | "client";
  idempotencyKey: string | null;
}

interface Started {
  execution: ExecutionRow;
  scenarios: readonly ScenarioRow[];
}

/** Stores an execution with all that it holds on to, and no calls yet. */
async function begin(inner: Context, run: RunTestRow, wanted: RunRequest): Promise<Started> {
  const { db, caller } = inner;
  const chosen = await gate(db, run, wanted.scenarioIds, wanted.selectAll);
  const { agent, version } = await versionForRun(
    db,
    caller,
    run.agentDefinitionId,
    wanted.agentVersion ?? run.agentVersionId,
  ).catch((error: unknown) => {
    throw error instanceof Failure && error.kind === "notFound" ? invalidField("agent_version", error.message) : error;
  });
  const { configuration } = version;
  const isVoice = configuration.agent_type === "voice";
  if (isVoice) assertCallable(configuration, wanted.driver, await lineFor(db, caller.organizationId));
  const isClient = !isVoice && (configuration.target === null || configuration.target.type === "client");
  const driver = wanted.driver === "client" || isClient ? "client" : "server";
  const settings = runSettings.parse({ ...run.settings, ...definedOf(wanted.settings) });
  const pinned: PinnedRun = {
    agent: {
      id: agent.id,
      name: configuration.agent_name,
      type: configuration.agent_type,
      version_id: version.id,
      version: version.number,
      snapshot: {
        ...snapshotOf(configuration, version.commitMessage),
        target: configuration.target,
        inbound: configuration.inbound,
      },
    },
    scenarios: await pinnedScenarios(db, chosen, wanted.simulatorId ?? run.simulatorAgentId),
  };
  const [execution] = await db
    .insert(testExecutions)
    .values({
      organizationId: caller.organizationId,
      workspaceId: caller.workspaceId,
      runTestId: run.id,
      driver,
      scenarioIds: chosen.map(({ id }) => id),
      pinned,
      settings,
      enableToolEvaluation: run.enableToolEvaluation,
      agentVersionId: version.id,
      fingerprint: fingerprintOf({ pinned, settings, rows: run.datasetRowIds }),
      idempotencyKey: wanted.idempotencyKey,
      createdBy: caller.userId,
    })
    .returning();
  if (!execution) throw new Error("the execution was not stored");
  await pinEvaluations(inner, execution.id, await evaluationsOf(db, run.id));
  await db.update(runTests).set({ lastRunAt: inner.now() }).where(eq(runTests.id, run.id));
  return { execution, scenarios: chosen };
}

/** Throws where a voice agent cannot be called as it is, or by the line as it is. */
function assertCallable(
  configuration: AgentConfiguration,
  driver: RunRequest["driver"],
  line: Awaited<ReturnType<typeof lineFor>>,
): void {
  const flaw =
    driver === "client"
      ? `${configuration.agent_name} is a voice agent. The server calls it by phone, so no client can drive it.`
      : callFlaw(configuration, "flaw" in line ? line.flaw : null);
  if (flaw) throw invalidField("agent_definition_id", flaw);
}

const plainSimulator = z.object(simulatorSettings).parse({});

async function pinnedScenarios(
  db: Database,
  chosen: readonly ScenarioRow[],
  simulatorId: string | null,
): Promise<PinnedRun["scenarios"]> {
  const ids = [...new Set(chosen.flatMap(({ simulatorAgentId }) => simulatorId ?? simulatorAgentId ?? []))];
  const [simulators, graphs] = await Promise.all([
    ids.length > 0 ? db.select().from(simulatorAgents).where(inArray(simulatorAgents.id, ids)) : [],
    graphsOf(
      db,
      chosen.map(({ id }) => id),
    ),
  ]);
  return Object.fromEntries(
    chosen.map((scenario) => {
      const simulator = simulators.find(({ id }) => id === (simulatorId ?? scenario.simulatorAgentId));
      const pinnedSimulator = simulator
        ? { id: simulator.id, name: simulator.name, prompt: simulator.prompt, ...simulator.settings }
        : { id: null, name: scenario.name, prompt: "", ...plainSimulator };
      return [
        scenario.id,
        {
          name: scenario.name,
          description: scenario.description,
          kind: scenario.kind,
          source: scenario.source,
          dataset_id: scenario.datasetId,
          graph: graphs.get(scenario.id)?.graph ?? null,
          simulator: pinnedSimulator,
        },
      ];
    }),
  );
}

/** Pins bindings as they are now, each under its next generation; the rows that were stored. */
export async function pinEvaluations(
  { db, caller }: Pick<Context, "db" | "caller">,
  executionId: string,
  bindings: readonly BindingRow[],
) {
  if (bindings.length === 0) return [];
  const known = await db
    .select({ bindingId: testExecutionEvaluations.bindingId, generation: max(testExecutionEvaluations.generation) })
    .from(testExecutionEvaluations)
    .where(eq(testExecutionEvaluations.executionId, executionId))
    .groupBy(testExecutionEvaluations.bindingId);
  const generations = new Map(known.map(({ bindingId, generation }) => [bindingId, generation ?? 0]));
  const rows = await Promise.all(
    bindings.map(async (binding) => {
      const number = binding.versionNumber;
      const { organizationId } = caller;
      const template =
        number === null
          ? (await templatesInOrganization(db, organizationId, [binding.templateId]))[0]
          : await templateInVersion(db, organizationId, binding.templateId, number);
      return {
        executionId,
        bindingId: binding.id,
        generation: (generations.get(binding.id) ?? 0) + 1,
        name: binding.name,
        templateId: binding.templateId,
        versionNumber: template?.version.number ?? number ?? 1,
        fingerprint: template?.version.fingerprint ?? "",
        model: binding.model,
        mapping: binding.mapping,
        params: binding.params,
        config: binding.config,
        errorLocalizer: binding.errorLocalizer,
      };
    }),
  );
  return db.insert(testExecutionEvaluations).values(rows).returning();
}

interface PlannedCall {
  scenarioId: string;
  rowId: string | null;
  repeat: number;
  row: PinnedRow;
}

/**
 * Every call of an execution in its order: trial by trial, so that the first trials of all rows come before the second of any. Rows
 * are pinned as they are now.
 */
async function placesOf(
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
  return Array.from({ length: repeats }, (_, index) => firsts.map((place) => ({ ...place, repeat: index + 1 }))).flat();
}

async function storeCalls(
  db: Database,
  execution: ExecutionRow,
  places: readonly PlannedCall[],
  first = 0,
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < places.length; from += BATCH) {
    const rows = places.slice(from, from + BATCH).map((place, index) => ({
      ...place,
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

/** Sets off the job that plays and judges what is open in an execution. `occasion` tells one time from another. */
export const announce = (inner: Context, execution: Pick<ExecutionRow, "id" | "organizationId">, occasion: string) =>
  inner.emit({
    id: `simulation-${execution.id}-${occasion}`,
    name: "simulation/execution.advanced",
    data: { executionId: execution.id, organizationId: execution.organizationId },
  });

export const executeRunTest: Verb<typeof contracts.executeRunTest> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const run = await lockRunTest(db, caller, input.run_test_id);
    const key = inner.idempotencyKey?.slice(0, 255) || null;
    // Held by the run test's lock: two requests with one key take turns, and the second finds what the first has started.
    const again = key ? await startedUnder(db, run, key) : null;
    if (again) return startedAnswer(again, again.scenarioIds);
    await namedSimulator(db, caller, input.simulator_id, "simulator_id");
    const { execution, scenarios: chosen } = await begin(inner, run, {
      scenarioIds: input.scenario_ids,
      selectAll: input.select_all,
      simulatorId: input.simulator_id ?? null,
      agentVersion: input.agent_version ?? null,
      settings: definedOf(input.settings),
      driver: "server",
      idempotencyKey: key,
    });
    const places = await placesOf(db, run, execution);
    if (places.length === 0) throw invalidField("scenario_ids", "The chosen scenarios have no rows to run.");
    await storeCalls(db, execution, places);
    await settleExecution(db, execution.id, inner.now());
    if (execution.driver === "server") await announce(inner, execution, "start");
    return startedAnswer(
      { ...execution, totalCalls: places.length },
      chosen.map(({ id }) => id),
    );
  });

async function startedUnder(db: Database, run: RunTestRow, key: string): Promise<ExecutionRow | null> {
  const [row] = await db
    .select()
    .from(testExecutions)
    .where(and(eq(testExecutions.runTestId, run.id), eq(testExecutions.idempotencyKey, key)));
  return row ?? null;
}

const startedAnswer = (execution: ExecutionRow, ids: string[]) => ({
  message: "Test execution started successfully",
  execution_id: execution.id,
  run_test_id: execution.runTestId,
  status: execution.status,
  total_scenarios: ids.length,
  total_calls: execution.totalCalls,
  scenario_ids: ids,
});

export const startChatExecution: Verb<typeof contracts.startChatExecution> = (context, { run_test_id }) =>
  inTransaction(context, async (inner) => {
    const run = await lockRunTest(inner.db, inner.caller, run_test_id);
    const { execution } = await begin(inner, run, {
      scenarioIds: [],
      selectAll: false,
      simulatorId: null,
      agentVersion: null,
      settings: {},
      driver: "client",
      idempotencyKey: null,
    });
    const expected_calls = (await placesOf(inner.db, run, execution)).length;
    if (expected_calls === 0) throw invalid("The run test's scenarios have no rows to run.");
    const pinned = { ...execution.pinned, expected_calls };
    await inner.db.update(testExecutions).set({ pinned }).where(eq(testExecutions.id, execution.id));
    return {
      message: "Chat execution started successfully",
      execution_id: execution.id,
      run_test_id: run.id,
      status: execution.status,
      total_scenarios: execution.scenarioIds,
    };
  });

const CLIENT_BATCH = 10;

export const createCallBatch = (context: Context, { test_execution_id }: { test_execution_id: string }) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    // Held: workers that ask at once take turns, and no call is made twice.
    const [execution] = await db
      .select()
      .from(testExecutions)
      .where(
        and(
          eq(testExecutions.id, test_execution_id),
          eq(testExecutions.organizationId, caller.organizationId),
          eq(testExecutions.workspaceId, caller.workspaceId),
          isNull(testExecutions.deletedAt),
        ),
      )
      .for("update");
    if (!execution) throw invalid("Test execution not found.");
    const run = await runTestInWorkspace(db, caller, execution.runTestId);
    if (execution.status === "cancelling" || execution.status === "cancelled")
      throw invalid("The test execution is cancelled.");
    const made = await db
      .select({
        key: sql<string>`${callExecutions.scenarioId} || coalesce(${callExecutions.rowId}::text, '') || ${callExecutions.repeat}`,
      })
      .from(callExecutions)
      .where(and(eq(callExecutions.executionId, execution.id), isNull(callExecutions.forkedFrom)));
    const known = new Set(made.map(({ key }) => key));
    const all = await placesOf(db, run, execution);
    const left = all.filter(({ scenarioId, rowId, repeat }) => !known.has(`${scenarioId}${rowId ?? ""}${repeat}`));
    if (left.length === 0) throw invalid("No remaining call executions to create for this test execution.");
    const now = left.slice(0, CLIENT_BATCH);
    const ids = await storeCalls(db, execution, now, made.length);
    await settleExecution(db, execution.id, inner.now());
    return {
      call_execution_ids: ids,
      has_more: left.length > now.length,
      batched_scenarios: [...new Set(now.map(({ scenarioId }) => scenarioId))],
    };
  });

/** Asks for each evaluation of each call, once. */
export async function expectEvaluations(
  db: Database,
  callIds: readonly string[],
  evaluations: readonly { id: string; executionId: string }[],
) {
  const rows = callIds.flatMap((callId) =>
    evaluations.map(({ id, executionId }) => ({ callId, evaluationId: id, executionId })),
  );
  for (let from = 0; from < rows.length; from += BATCH)
    await db
      .insert(callEvaluations)
      .values(rows.slice(from, from + BATCH))
      .onConflictDoNothing();
}
