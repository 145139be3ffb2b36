import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { Failure } from "@/lib/errors";
import { getExperiment, listExperiments } from "@/lib/evaluation/experiments/experiments";
import { createExperiment } from "@/lib/evaluation/experiments/start-experiment";
import { getEvalRun, listEvalRunCells } from "@/lib/evaluation/runs/read/list-runs";
import { advanceToEnd, bindTestEval, createTestDataset, tableOf } from "@/lib/evaluation/runs/testing";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import type { Outgoing, ProviderReply } from "@/lib/gateway/providers/provider";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { createTestAgent } from "../scenarios/testing";
import { openAgentWith } from "./answer-rows";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let context: Context;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});

const hook = { type: "webhook", url: "https://agent.example.com/t", timeout_seconds: 5 } as const;

async function scene(agent_id: string, message = "Answer: {{question}}") {
  const dataset_id = await createTestDataset(context, 3);
  const output = (await tableOf(context, dataset_id)).column_config.find(({ name }) => name === "answer")?.id ?? "";
  const metric = await bindTestEval(context, dataset_id, idOfName("contains"), {
    config: { mapping: { text: "answer" }, params: { keyword: "depot" } },
  });
  return createExperiment(context, {
    dataset_id,
    name: "An agent",
    task: { kind: "agent", agent_id, message },
    output_column_id: output,
    user_eval_ids: [metric],
    repeats: 1,
    at_once: 2,
  });
}

/** Answers each request by its message; the requests in their order. */
function answering(reply: (message: string, nth: number) => { status?: number; body: object }) {
  const sent: { call_id: string; new_message: { content: string } }[] = [];
  const send = async (request: Outgoing): Promise<ProviderReply> => {
    const question = JSON.parse(String(request.body));
    sent.push(question);
    const { status = 200, body } = reply(question.new_message.content, sent.length);
    return { status, headers: {}, body: JSON.stringify(body) };
  };
  return { sent, openAgent: openAgentWith(send) };
}

const cells = async (run_id: string) =>
  (await listEvalRunCells(context, { run_id, page: 1 })).results.map(({ outcome, output, reason }) => [
    outcome,
    outcome === "answered" ? output : reason,
  ]);

test("an agent answers each row, its answers are evaluated, and its cost stays unknown", async () => {
  const { run_id } = await scene(await createTestAgent(context, { target: hook }));
  const { sent, openAgent } = answering((message) => ({
    body: { content: message.includes("Question 1") ? "I do not know." : "At the depot." },
  }));
  await advanceToEnd(context, run_id, { openAgent });
  expect(sent.map(({ new_message }) => new_message.content).sort()).toEqual([
    "Answer: Question 0",
    "Answer: Question 1",
    "Answer: Question 2",
  ]);
  const found = await getExperiment(context, { experiment_id: run_id });
  const tried = {
    status: "completed",
    task: "agent",
    agent: { version: 1, name: expect.any(String) },
    message: "Answer: {{question}}",
    answered: 3,
  };
  expect(found).toMatchObject(tried);
  const run = await getEvalRun(context, { run_id });
  expect(run).toMatchObject(tried);
  // Of the agent only what names it: its address and secrets are not the experiment's to show.
  expect(Object.keys(run.agent ?? {}).sort()).toEqual(["agent_id", "name", "version", "version_id"]);
  expect(found.evaluations[1]).toMatchObject({ passed: 2, failed: 1 });
  const { results } = await listExperiments(context, { page: 1 });
  expect(results[0]).toMatchObject({ task: "agent", model: null, agent: { version: 1 } });
});

test("a busy agent is called again in the same conversation; a broken one gives an error", async () => {
  const { run_id } = await scene(await createTestAgent(context, { target: hook }));
  const { sent, openAgent } = answering((message, nth) => {
    if (message.includes("Question 0") && nth <= 2) return { status: 503, body: {} };
    return message.includes("Question 2")
      ? { status: 500, body: { oh: "no" } }
      : { body: { content: "At the depot." } };
  });
  await advanceToEnd(context, run_id, { openAgent });
  const first = sent.filter(({ new_message }) => new_message.content.includes("Question 0"));
  expect(first.length).toBeGreaterThan(1);
  expect(new Set(first.map(({ call_id }) => call_id)).size).toBe(1);
  const all = await cells(run_id);
  expect(all.filter(([outcome]) => outcome === "answered")).toHaveLength(2);
  expect(all).toContainEqual(["error", "The agent answered with status 500."]);
  expect(all).toContainEqual(["unscored", "The task has no output for this row."]);
});

test("an answer with only tool calls is unscored", async () => {
  const { run_id } = await scene(await createTestAgent(context, { target: hook }));
  const call = { id: "c1", type: "function", function: { name: "track", arguments: "{}" } };
  const { openAgent } = answering(() => ({ body: { message: { role: "assistant", tool_calls: [call] } } }));
  await advanceToEnd(context, run_id, { openAgent });
  expect((await cells(run_id))[0]).toEqual(["unscored", "The agent answered without a text."]);
});

test.each([
  ["a voice agent", { agent_type: "voice" as const }, "task.agent_id"],
  ["an agent that a client drives", { target: { type: "client" as const } }, "task.agent_id"],
])("%s is refused", async (_, change, field) => {
  const agent = await createTestAgent(context, { target: hook, ...change });
  await expect(scene(agent)).rejects.toMatchObject({ detail: { fields: { [field]: [expect.any(String)] } } });
});

test("another organization's agent is refused like a missing one", async () => {
  const foreign = await createTestAgent(await createCaller(gateway.db, await createOrganization(gateway.db)));
  const failure = await scene(foreign).catch((error) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure.message).toContain("There is no such agent");
  await expect(scene(await createTestAgent(context, { target: hook }), "{{nothing}}")).rejects.toThrow("{{nothing}}");
});
