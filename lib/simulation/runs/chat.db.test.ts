// The protocol by which clients speak for their agents, driven by a script that does as the published client does: batches until there
// are no more, then five workers, each answering the newest message until the chat has ended.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { callExecutions, scenarios, testExecutions } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { pool } from "@/lib/bounds/pool";
import type { Context } from "@/lib/context";
import { sendChatMessage as sendContract } from "@/lib/contracts/simulation/runs/chat";
import { createRunTest as createContract } from "@/lib/contracts/simulation/runs/run-tests";
import { createScenarioOfRows, type NewRow } from "../testing";
import { listCallLogs } from "./calls/call-events";
import { getCallExecution, updateCallExecution } from "./calls/calls";
import { getRunTestStatus } from "./executions/executions";
import { advanceExecution } from "./play/advance";
import { sendChatMessage } from "./play/chat";
import { endSilentCalls } from "./play/sweep";
import { createRunTest, deleteRunTest, getRunTestIdByName } from "./run-tests/run-tests";
import { createCallBatch, executeRunTest, startChatExecution } from "./start/start";

const database = suiteDatabase();
let context: Context;
let stranger: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
  stranger = await createCaller(database.db, await createOrganization(database.db));
});

const row = (script: readonly string[]): NewRow => ({ situation: "asks", script: JSON.stringify(script) });

async function clientRun(rows: readonly NewRow[], settings: object = {}) {
  const made = await createScenarioOfRows(context, rows, { type: "client" });
  const name = `client ${randomUUID()}`;
  const body = {
    name,
    agentDefinitionId: made.agentId,
    scenarioIds: [made.scenarioId],
    settings: { simulator_model: "scripted", ...settings },
  };
  const run = await createRunTest(context, createContract.body.parse(body));
  return { ...made, run, name };
}

const send = (id: string, body: object, by = context) =>
  sendChatMessage(by, { call_execution_id: id, ...sendContract.body.parse(body) });
const judge = async (id: string) => {
  for (let done = false; !done; ) ({ done } = await advanceExecution(database.db, context.caller.organizationId, id));
};
const callOf = async (id: string) =>
  (await database.db.select().from(callExecutions).where(eq(callExecutions.id, id)))[0];
const statusOf = async (id: string) =>
  (await database.db.select().from(testExecutions).where(eq(testExecutions.id, id)))[0]?.status;

test("a client drives 13 calls with five workers to their end (cases 65, 66, 70, 71)", async () => {
  const { run, name } = await clientRun(
    Array.from({ length: 13 }, (_, index) => row([`Question ${index}?`, "And then?"])),
  );
  expect(await getRunTestIdByName(context, { name: name.toUpperCase() })).toEqual({
    run_test_id: run.id,
    run_test_name: name,
  });
  // Case 63: of a run test that has never run.
  const never = { run_test_id: run.id, status: "not_found", error: expect.any(String) };
  expect(await getRunTestStatus(context, { run_test_id: run.id })).toMatchObject(never);
  const { execution_id, status, total_scenarios } = await startChatExecution(context, { run_test_id: run.id });
  expect([status, total_scenarios.length]).toEqual(["pending", 1]);
  const ids: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const batch = await createCallBatch(context, { test_execution_id: execution_id });
    ids.push(...batch.call_execution_ids);
    hasMore = batch.has_more;
  }
  expect(new Set(ids).size).toBe(13);
  await expect(createCallBatch(context, { test_execution_id: execution_id })).rejects.toMatchObject({
    kind: "invalid",
  });
  await pool(ids, { atOnce: 5 }, async (id) => {
    const opened = await send(id, { initiate_chat: true });
    expect(opened.message_history).toHaveLength(1);
    let { message_history: history } = opened;
    for (let ended = false; !ended; ) {
      const answer = await send(id, {
        messages: [{ role: "user", content: `Answer to: ${history.at(-1)?.content}` }],
        metrics: { latency: 40, tokens: 7 },
      });
      ended = answer.chat_ended ?? false;
      history = answer.message_history;
      // The client answers what stands last: the customer's newest message.
      if (!ended) expect(history.at(-1)).toEqual(answer.output_message[0]);
    }
  });
  expect(await statusOf(execution_id)).toBe("evaluating");
  await judge(execution_id);
  expect(await getRunTestStatus(context, { run_test_id: run.id })).toMatchObject({
    status: "completed",
    completed_calls: 13,
    message: expect.any(String),
  });
  const call = await getCallExecution(context, { call_execution_id: ids[0] ?? "" });
  expect(call).toMatchObject({
    turn_count: 2,
    avg_latency_ms: 40,
    total_tokens: 14,
    input_tokens: null,
    output_tokens: null,
    ended_by: "script_ended",
    simulation_call_type: "text",
  });
  expect(call.transcript[1]).toMatchObject({ total_tokens: 7, output_tokens: null });
  const { results } = await listCallLogs(context, { call_execution_id: ids[0] ?? "", page: 1 });
  expect(results.find(({ turn }) => turn === 1)).toMatchObject({ total_tokens: 7, output_tokens: null });
  await expect(send(ids[0] ?? "", { messages: [{ role: "user", content: "More" }] })).rejects.toMatchObject({
    kind: "invalid",
  });
});

test("concurrent batches create each call once", async () => {
  const { run } = await clientRun(Array.from({ length: 25 }, () => row(["Hello?"])));
  const { execution_id } = await startChatExecution(context, { run_test_id: run.id });
  const batches = await Promise.allSettled(
    Array.from({ length: 5 }, () => createCallBatch(context, { test_execution_id: execution_id })),
  );
  const ids = batches.flatMap((batch) => (batch.status === "fulfilled" ? batch.value.call_execution_ids : []));
  expect([ids.length, new Set(ids).size]).toEqual([25, 25]);
});

test.each([
  [2_147_483_647, true],
  [3e9, false],
])("%s tokens can be stored: %s", (tokens, success) =>
  expect(sendContract.body.safeParse({ initiate_chat: true, metrics: { tokens } }).success).toBe(success),
);

async function opened(script: readonly string[] = ["Where is it?", "When?"]) {
  const { run } = await clientRun([row(script)]);
  const { execution_id } = await startChatExecution(context, { run_test_id: run.id });
  const { call_execution_ids } = await createCallBatch(context, { test_execution_id: execution_id });
  const [id = ""] = call_execution_ids;
  return { id, execution_id };
}

test("an unanswered message can be sent again, and concurrent sends write one turn", async () => {
  const { id } = await opened();
  const first = await send(id, { initiate_chat: true });
  expect(await send(id, { initiate_chat: true })).toEqual(first);
  const body = { messages: [{ role: "user", content: "At the depot." }] };
  const sent = await Promise.allSettled([send(id, body), send(id, body)]);
  expect(sent.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
  expect((await callOf(id))?.turnCount).toBeLessThanOrEqual(4);
  const { transcript } = await getCallExecution(context, { call_execution_id: id });
  expect(transcript.map(({ turn }) => turn)).toEqual(transcript.map((_, index) => index));
});

test("a repeated message gets the lost answer again, and no turn is stored twice", async () => {
  const { id, execution_id } = await opened(["Where is it?", "When?", "Sure?"]);
  await send(id, { initiate_chat: true });
  const call = { id: "1", type: "function", function: { name: "find", arguments: "{}" } };
  const messages = [{ role: "assistant", name: "bot", content: "At the depot.", tool_calls: [call] }];
  const answer = await send(id, { messages });
  expect(await send(id, { messages })).toEqual(answer);
  expect((await callOf(id))?.turnCount).toBe(3);
  // A second repetition is the agent that repeats itself: the conversation must not wait forever.
  expect((await send(id, { messages })).message_history.at(-1)?.content).toBe("Sure?");
  expect((await callOf(id))?.turnCount).toBe(5);
  const last = { messages: [{ role: "user", content: "Yes." }] };
  const ended = await send(id, last);
  expect(ended).toMatchObject({ chat_ended: true, output_message: [] });
  expect(await send(id, last)).toEqual(ended);
  await judge(execution_id);
  expect(await statusOf(execution_id)).toBe("completed");
  expect(await send(id, last)).toEqual(ended);
  expect((await callOf(id))?.turnCount).toBe(6);
  await expect(send(id, { messages })).rejects.toMatchObject({ kind: "invalid" });
  await expect(send(id, last, stranger)).rejects.toMatchObject({ kind: "notFound" });
});

test("of two equal concurrent messages, one becomes a turn with one reply", async () => {
  const body = { messages: [{ role: "user", content: "At the depot." }] };
  for (let round = 0; round < 8; round += 1) {
    const { id } = await opened();
    await send(id, { initiate_chat: true });
    const sent = await Promise.allSettled([send(id, body), send(id, body)]);
    expect(sent.some(({ status }) => status === "fulfilled")).toBe(true);
    for (const result of sent)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ kind: "conflict" });
    const { transcript } = await getCallExecution(context, { call_execution_id: id });
    expect(transcript).toHaveLength(3);
  }
});

test("an ended call does not repeat an answer that its client has received", async () => {
  const { id } = await opened();
  await send(id, { initiate_chat: true });
  const body = { messages: [{ role: "user", content: "At the depot." }] };
  await send(id, body);
  await updateCallExecution(context, { call_execution_id: id, status: "completed", ended_reason: null });
  await expect(send(id, body)).rejects.toMatchObject({ kind: "invalid" });
});

test("tool results and pure tool calls are stored and never shown to the customer (case 69)", async () => {
  const { id } = await opened(["Where is it?", "Thanks."]);
  await send(id, { initiate_chat: true });
  const answer = await send(id, {
    messages: [
      {
        role: "user",
        content: "",
        tool_calls: [{ id: "1", type: "function", function: { name: "find", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "1", content: "depot 7" },
      { role: "user", content: "It is at depot seven." },
    ],
  });
  expect(JSON.stringify(answer.message_history)).not.toContain("depot 7");
  const { transcript } = await getCallExecution(context, { call_execution_id: id });
  expect(transcript[1]?.content).toHaveLength(3);
  expect(transcript[1]?.tool_calls[0]?.function.name).toBe("find");
});

test.each([
  ["neither messages nor initiate_chat", {}],
  ["blank content", { messages: [{ role: "user", content: " " }] }],
  ["an unknown role", { messages: [{ role: "system", content: "x" }] }],
  ["an unknown metric", { messages: [{ role: "user", content: "x" }], metrics: { speed: 1 } }],
])("%s is refused", (_, body) => expect(sendContract.body.safeParse(body).success).toBe(false));

test("an early message fails the call, and another organization's call is not found (cases 64, 67)", async () => {
  const { id, execution_id } = await opened();
  await expect(send(id, { initiate_chat: true }, stranger)).rejects.toMatchObject({ kind: "notFound" });
  await expect(createCallBatch(stranger, { test_execution_id: execution_id })).rejects.toMatchObject({
    kind: "invalid",
  });
  await expect(getRunTestIdByName(context, { name: "nobody's" })).rejects.toMatchObject({ kind: "invalid" });
  await expect(send(id, { messages: [{ role: "user", content: "Hi" }] })).rejects.toMatchObject({ kind: "invalid" });
  expect((await callOf(id))?.status).toBe("failed");
  await expect(send(id, { initiate_chat: true })).rejects.toMatchObject({ kind: "invalid" });
});

test("a call that its client ends is judged, or fails with the fixed reason (case 73)", async () => {
  const { id, execution_id } = await opened();
  await send(id, { initiate_chat: true });
  await updateCallExecution(context, { call_execution_id: id, status: "completed", ended_reason: "x".repeat(300) });
  expect(await callOf(id)).toMatchObject({ status: "analyzing", cause: "client", endedReason: "x".repeat(200) });
  await judge(execution_id);
  expect(await statusOf(execution_id)).toBe("completed");
  await expect(
    updateCallExecution(context, { call_execution_id: id, status: "ongoing", ended_reason: null }),
  ).rejects.toMatchObject({ kind: "conflict" });
  const other = await opened();
  await updateCallExecution(context, { call_execution_id: other.id, status: "failed", ended_reason: "mine" });
  const failed = await callOf(other.id);
  expect(failed).toMatchObject({
    status: "failed",
    endedReason: "Error processing simulation",
    endedAt: expect.any(Date),
  });
  expect(await statusOf(other.execution_id)).toBe("failed");
  const third = await opened();
  await updateCallExecution(context, { call_execution_id: third.id, status: "cancelled", ended_reason: "too late" });
  expect(await callOf(third.id)).toMatchObject({ status: "cancelled", endedReason: "too late" });
});

test("the sweep ends a call after 30 silent minutes and excludes it", async () => {
  const { id, execution_id } = await opened();
  await send(id, { initiate_chat: true });
  await endSilentCalls(database.db, new Date(Date.now() + 29 * 60_000));
  expect((await callOf(id))?.status).toBe("ongoing");
  await endSilentCalls(database.db, new Date(Date.now() + 31 * 60_000));
  expect(await callOf(id)).toMatchObject({ status: "failed", cause: "stalled", verdict: "excluded" });
  expect(await statusOf(execution_id)).toBe("failed");
});

test("incomplete scenarios refuse every way to run, and voice agents refuse with a reason (case 61)", async () => {
  const { run, scenarioId } = await clientRun([row(["Hi"])]);
  const plain = { scenario_ids: [], select_all: false, settings: {} };
  for (const status of ["Failed", "Processing"] as const) {
    await database.db.update(scenarios).set({ status }).where(eq(scenarios.id, scenarioId));
    for (const begin of [
      () => startChatExecution(context, { run_test_id: run.id }),
      () => executeRunTest(context, { run_test_id: run.id, ...plain }),
    ])
      await expect(begin()).rejects.toMatchObject({
        detail: { facts: { result: { error: "Scenarios incomplete", scenarios: [{ id: scenarioId, status }] } } },
      });
  }
  await database.db.update(scenarios).set({ status: "Completed" }).where(eq(scenarios.id, scenarioId));
  // Ids that are none of the run test's are passed over; all but the one that there is leaves none.
  const unknown = { scenario_ids: [randomUUID(), scenarioId] };
  expect(await executeRunTest(context, { run_test_id: run.id, ...plain, ...unknown })).toMatchObject({
    scenario_ids: [scenarioId],
  });
  await expect(
    executeRunTest(context, { run_test_id: run.id, ...plain, select_all: true, scenario_ids: [scenarioId] }),
  ).rejects.toMatchObject({ kind: "invalid" });
  await expect(executeRunTest(stranger, { run_test_id: run.id, ...plain })).rejects.toMatchObject({ kind: "notFound" });
  await deleteRunTest(context, { run_test_id: run.id });
  await expect(startChatExecution(context, { run_test_id: run.id })).rejects.toMatchObject({ kind: "notFound" });
});
