// What a run pins at its start: its scenarios, its agent's version, its simulators and its evaluations.
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { type PinnedRun, runTestScenarios, runTests, scenarios, simulatorAgents, testExecutions } from "@/db/schema";
import type { Context } from "@/lib/context";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import { simulatorSettings } from "@/lib/contracts/simulation/simulator";
import { Failure, invalid, invalidField } from "@/lib/errors";
import { fingerprintOf } from "@/lib/evaluation/templates/fingerprint";
import { versionForRun } from "../../agents/loaders";
import { graphsOf } from "../../scenarios/loaders";
import { callFlaw } from "../../voice/rules/callable";
import { lineFor } from "../../voice/telephony-account";
import { type ExecutionRow, evaluationsOf, type RunTestRow } from "../loaders";
import { pinnedAgentOf } from "../rules/pinned-agent";
import { definedOf } from "../run-tests/request-fields";
import { INITIAL_MODEL, usualModel } from "./customer-models";
import { requireJudges } from "./judges";
import { pinEvaluations } from "./pin-evaluations";

type ScenarioRow = typeof scenarios.$inferSelect;

/** The scenarios to run, in the run test's order. Throws if there is none, or if one of them is not completed. */
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

/** Stores an execution with everything that it pins, and without calls. */
export async function begin(inner: Context, run: RunTestRow, request: RunRequest): Promise<Started> {
  const { db, caller } = inner;
  const chosen = await gate(db, run, request.scenarioIds, request.selectAll);
  const { agent, version } = await versionForRun(
    db,
    caller,
    run.agentDefinitionId,
    request.agentVersion ?? run.agentVersionId,
  ).catch((error: unknown) => {
    throw error instanceof Failure && error.kind === "notFound" ? invalidField("agent_version", error.message) : error;
  });
  const { configuration } = version;
  const isVoice = configuration.agent_type === "voice";
  if (isVoice) assertCallable(configuration, request.driver, await lineFor(db, caller.organizationId));
  const isClient = !isVoice && (configuration.target === null || configuration.target.type === "client");
  const driver = request.driver === "client" || isClient ? "client" : "server";
  const settings = runSettings.parse({ ...run.settings, ...definedOf(request.settings) });
  const isNamed = isVoice || settings.simulator_model !== null;
  const usual = isNamed ? INITIAL_MODEL : await usualModel(db, caller.organizationId);
  const pinned: PinnedRun = {
    agent: pinnedAgentOf(agent.id, version),
    scenarios: await pinnedScenarios(db, chosen, request.simulatorId ?? run.simulatorAgentId, usual),
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
      idempotencyKey: request.idempotencyKey,
      createdBy: caller.userId,
    })
    .returning();
  if (!execution) throw new Error("the execution was not stored");
  const evaluations = await pinEvaluations(inner, execution.id, await evaluationsOf(db, run.id));
  await requireJudges(db, caller.organizationId, evaluations);
  await db.update(runTests).set({ lastRunAt: inner.now() }).where(eq(runTests.id, run.id));
  return { execution, scenarios: chosen };
}

/** Throws if a voice agent cannot be called, because of its settings or the telephony account's. */
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

/** `usual`: the model of customers for whom nobody chose one. */
async function pinnedScenarios(
  db: Database,
  chosen: readonly ScenarioRow[],
  simulatorId: string | null,
  usual: string,
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
          simulator: pinnedSimulator.model === INITIAL_MODEL ? { ...pinnedSimulator, model: usual } : pinnedSimulator,
        },
      ];
    }),
  );
}
