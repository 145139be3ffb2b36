// Run tests for tests, with agents that answer or fail as configured.
import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { callExecutions, testExecutions } from "@/db/schema";
import type { Context } from "@/lib/context";
import { createTestTemplate } from "@/lib/evaluation/testing";
import type { ProviderReply } from "@/lib/gateway/providers/provider";
import { createScenarioOfRows, type NewRow } from "../testing";
import { advanceExecution, type RunServices } from "./play/advance";
import { createRunTest } from "./run-tests/run-tests";
import { executeRunTest } from "./start/start";

interface AgentRequest {
  call: string;
  turn: number;
  message: string;
}
export type TestAgent = (request: AgentRequest) => object | string | number;

/** What a webhook's agent answers: an object is sent as JSON, a text unchanged, a number as a status. */
export const meansOf = (agent: TestAgent, pauses: number[] = []): RunServices => ({
  async send({ body }): Promise<ProviderReply> {
    const { call_id, turn, new_message } = JSON.parse(body);
    const answer = agent({ call: call_id, turn, message: new_message?.content ?? "" });
    const status = typeof answer === "number" ? answer : 200;
    const text = typeof answer === "object" ? JSON.stringify(answer) : typeof answer === "string" ? answer : "refused";
    return { status, headers: { "retry-after": "1" }, body: text };
  },
  now: () => new Date(),
  pause: async (ms) => void pauses.push(ms),
});

/** A row whose customer asks twice. */
export const askingRow = (change: NewRow = {}): NewRow => ({
  persona: JSON.stringify({ name: "Ada" }),
  situation: "Ada wants to know where her parcel 4711 is.",
  script: JSON.stringify(["Where is my parcel 4711?", "When does it arrive?"]),
  ...change,
});

export const polite: TestAgent = ({ turn }) => ({
  content: turn === 1 ? "Your parcel 4711 is at the depot." : "It arrives tomorrow.",
});

/** A run test over a scenario with these rows; `target` says where its agent is reached. */
export async function createRunTestOf(context: Context, rows: readonly NewRow[], change: object = {}, target?: object) {
  const made = await createScenarioOfRows(context, rows, target);
  const run = await createRunTest(context, {
    name: `run ${randomUUID()}`,
    description: "",
    agent_definition_id: made.agentId,
    scenario_ids: [made.scenarioId],
    eval_config_ids: [],
    evaluations_config: [],
    dataset_row_ids: [],
    enable_tool_evaluation: false,
    settings: { simulator_model: "scripted" },
    ...change,
  });
  return { ...made, run };
}

/** An evaluation as sent to a run test. */
export const evaluationOf = (template_id: string, name: string, text = "transcript", change: object = {}) => ({
  template_id,
  name,
  config: {},
  mapping: { text },
  filters: [],
  error_localizer: false,
  ...change,
});

/** A template that passes if an expression over `text` is true. Returns its id. */
export const createCodeTemplate = (context: Context, score: string) =>
  createTestTemplate(context, {
    code: `function evaluate({ text }) { return { score: ${score}, reason: "looked at it" }; }`,
    code_language: "javascript",
    instructions: null,
    required_keys: ["text"],
    output: "Pass/Fail",
  });

export const startRun = (context: Context, run_test_id: string, change: object = {}) =>
  executeRunTest(context, { run_test_id, scenario_ids: [], select_all: false, settings: {}, ...change });

/** Runs step by step until nothing is left. */
export async function playRun(
  { db, caller }: Context,
  id: string,
  services: RunServices,
  stepMs = 60_000,
): Promise<void> {
  for (let step = 0; step < 200; step += 1)
    if ((await advanceExecution(db, caller.organizationId, id, { services, stepMs })).done) return;
  throw new Error("the execution does not end");
}

export async function executionOf({ db }: Context, id: string) {
  const [found] = await db.select().from(testExecutions).where(eq(testExecutions.id, id));
  if (!found) throw new Error("the execution is gone");
  return found;
}

export const callsIn = ({ db }: Context, executionId: string) =>
  db
    .select()
    .from(callExecutions)
    .where(eq(callExecutions.executionId, executionId))
    .orderBy(asc(callExecutions.number));
