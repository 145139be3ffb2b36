// Runs of a voice agent through the real verbs, against a stand-in that speaks as Vapi documents it.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { agentVersions, callExecutions, gatewaySettings, outboxEvents, testExecutions, voiceCalls } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { getCallExecution } from "../runs/calls/calls";
import { cancelTestExecution, deleteTestExecutions } from "../runs/executions/end-executions";
import { getExecutionKpis } from "../runs/executions/figures";
import { advanceExecution, type RunServices } from "../runs/play/advance";
import { loadExecution } from "../runs/play/load-execution";
import { runContextOf } from "../runs/play/run-context";
import { deleteRunTest } from "../runs/run-tests/run-tests";
import { forkCall } from "../runs/start/fork-call";
import { rerunCalls } from "../runs/start/rerun";
import { startChatExecution } from "../runs/start/start";
import {
  askingRow,
  callsIn,
  createCodeTemplate,
  createRunTestOf,
  evaluationOf,
  executionOf,
  startRun,
} from "../runs/testing";
import { getCallRecording } from "./recording";
import { LOOK_MS, talkOn } from "./talk";
import { environmentOf, type StandIn, standIn, vapiEnded } from "./testing";

const database = suiteDatabase();
let context: Context;
let other: Context;
let stand: StandIn;
/** Moved by hand: nobody waits in these tests. */
let clock = Date.now();
const later = (ms: number) => {
  clock += ms;
};
const services = (): RunServices => ({
  send: (request) => stand.pool.send(request),
  now: () => new Date(clock),
  pause: async (ms) => later(ms),
});

const configure = (change: Record<string, string | undefined> = {}) => {
  for (const [name, value] of Object.entries({ ...environmentOf(stand.line), ...change })) vi.stubEnv(name, value);
  vi.stubEnv("ASSAY_ALLOWED_HOSTS", new URL(stand.line.base).host);
};

beforeAll(async () => {
  stand = await standIn("vapi");
  context = await createCaller(database.db, await createOrganization(database.db));
  other = await createCaller(database.db, await createOrganization(database.db));
});
beforeEach(() => {
  stand.reset();
  configure();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stand.close();
});

const voiceAgent = {
  agent_type: "voice",
  agent_name: "Parcel line",
  provider: "bland",
  contact_number: "+4930123456",
  target: null,
};

/** Its rows expect what nobody can see over the phone. A run test of an agent that is called, over so many rows. */
async function voiceRun(rows = 1, change: object = {}, agent: object = {}) {
  const made = await createRunTestOf(
    context,
    Array.from({ length: rows }, () =>
      askingRow({ expected_tool_calls: '[{"name": "track_parcel"}]', expected_state: '{"seen": true}' }),
    ),
    change,
  );
  const [version] = await database.db.select().from(agentVersions).where(eq(agentVersions.agentId, made.agentId));
  if (!version) throw new Error("the agent has no version");
  const configuration = { ...version.configuration, ...voiceAgent, ...agent } as typeof version.configuration; // safe: its own members
  await database.db.update(agentVersions).set({ configuration }).where(eq(agentVersions.id, version.id));
  return made;
}
const started = async (rows = 1, change: object = {}) => {
  const { run } = await voiceRun(rows, change);
  return (await startRun(context, run.id)).execution_id;
};
const step = (id: string) => advanceExecution(database.db, context.caller.organizationId, id, { services: services() });
/** Steps with the waits between them, until nothing is left. */
async function toTheEnd(id: string) {
  for (let number = 0; number < 60; number += 1) {
    const { done, retryAfterMs } = await step(id);
    if (done) return;
    later(retryAfterMs);
  }
  throw new Error("the execution does not end");
}
const only = async (id: string) => {
  const [call] = await callsIn(context, id);
  if (!call) throw new Error("the execution has no call");
  return getCallExecution(context, { call_execution_id: call.id });
};
const dials = () => stand.heard.filter(({ method, path }) => method === "POST" && path === "/call").length;

test.each([
  [
    "a server without a line",
    { ASSAY_VOICE_PROVIDER: undefined, ASSAY_VOICE_API_KEY: undefined },
    {},
    /ASSAY_VOICE_PROVIDER, ASSAY_VOICE_API_KEY must be set/,
  ],
  ["a line without a number", { ASSAY_VOICE_NUMBER: undefined }, {}, /ASSAY_VOICE_NUMBER must be set/],
  ["an agent of the web", {}, { contact_number: null, assistant_id: "a" }, /no contact_number.+web calls/],
  ["an agent in a room", {}, { contact_number: null, provider: "livekit_bridge" }, /no contact_number.+LiveKit/],
  ["an agent that calls its customers", {}, { inbound: false }, /outbound voice agent/],
])("%s is reported at once, and nothing is stored", async (_, environment, agent, message) => {
  configure(environment);
  const { run } = await voiceRun(1, {}, agent);
  await expect(startRun(context, run.id)).rejects.toMatchObject({
    kind: "invalid",
    message: expect.stringMatching(message),
  });
  await expect(startChatExecution(context, { run_test_id: run.id })).rejects.toMatchObject({ kind: "invalid" });
  const made = await database.db.select().from(testExecutions).where(eq(testExecutions.runTestId, run.id));
  expect(made).toEqual([]);
});

test("a call is dialed once, polled, and stored with turns, times, costs and recordings", async () => {
  const template = await createCodeTemplate(context, 'text.includes("depot") ? 1 : 0');
  const id = await started(1, {
    evaluations_config: [
      evaluationOf(template, "Depot", "assistant_chat_transcript"),
      evaluationOf(template, "Heard", "call.recording_url"),
      evaluationOf(template, "Cut in", "call.user_interruption_count"),
    ],
  });
  stand.state = ({ id: call, mark }) => ({ id: call, name: mark, status: "in-progress" });
  expect(await step(id)).toEqual({ done: false, retryAfterMs: 5_000 });
  later(5_000);
  expect(await step(id)).toMatchObject({ done: false, retryAfterMs: 5_000 });
  expect(stand.heard[0]?.body).toMatchObject({
    customer: { number: "+4930123456" },
    assistant: {
      model: { messages: [{ content: expect.stringContaining("1. Where is my parcel 4711?") }] },
      maxDurationSeconds: 1_800,
    },
  });
  stand.state = ({ id: call, mark }) => vapiEnded(call, mark);
  later(5_000);
  await toTheEnd(id);
  expect(dials()).toBe(1);
  const call = await only(id);
  expect(call).toMatchObject({
    status: "completed",
    simulation_call_type: "voice",
    call_type: "Inbound",
    ended_by: "customer_ended",
    ended_reason: "customer-ended-call",
    faults: [],
    phone_number: "+4930123456",
    service_provider_call_id: stand.calls[0]?.id,
    duration_seconds: 12,
    start_time: "2026-03-02T09:00:00.000Z",
    avg_agent_latency_ms: 1_000,
    response_time_ms: 1_000,
    user_interruption_count: 1,
    ai_interruption_count: 0,
    avg_stop_time_after_interruption_ms: 600,
    cost_usd: 0.0423,
    stt_cost: 0.0023,
    customer_cost_breakdown: { transport: 0.004, stt: 0.0023, llm: 0.006, tts: 0.01, platform: 0.02 },
    customer_latency_metrics: { turnLatencyAverage: 812 },
    recordings: { combined: expect.stringMatching(/^https:\/\/storage\.vapi\.ai\//) },
    call_summary: expect.stringContaining("parcel"),
  });
  expect(call.talk_ratio).toBeCloseTo(6_000 / 3_600, 5);
  expect(
    call.transcript.map(({ speaker_role, content, start_time_ms, end_time_seconds, latency_ms, messages }) => [
      speaker_role,
      content === messages[0],
      start_time_ms,
      end_time_seconds,
      latency_ms,
    ]),
  ).toEqual([
    ["assistant", true, 1_000, 3, null],
    ["user", true, 3_500, 5.5, null],
    ["assistant", true, 6_500, 10.5, 1_000],
    ["user", true, 9_900, 11.5, null],
  ]);
  const metrics = Object.values(call.eval_metrics).map(({ name, outcome, value }) => [name, outcome, value]);
  expect(metrics).toEqual(
    expect.arrayContaining([
      ["Depot", "scored", "Passed"],
      ["Heard", "scored", "Failed"],
      ["Cut in", "scored", "Failed"],
    ]),
  );
  expect(await getExecutionKpis(context, { test_execution_id: id })).toMatchObject({
    agent_type: "voice",
    avg_agent_latency_ms: 1_000,
    avg_user_interruption_count: 1,
    spent_usd: 0.0423,
  });
  await expect(forkCall(context, { call_execution_id: call.id, turn: 1, repeats: 1 })).rejects.toMatchObject({
    kind: "conflict",
  });
  // Played again it is another call.
  await rerunCalls(context, {
    test_execution_id: id,
    rerun_type: "call_and_eval",
    call_execution_ids: [call.id],
    select_all: false,
    only_failed: false,
  });
  await toTheEnd(id);
  expect(new Set(stand.calls.map(({ mark }) => mark)).size).toBe(2);
  const replayed = await only(id);
  // The call costs what its last play did; the run has paid for both.
  expect([replayed.cost_usd, (await executionOf(context, id)).spentMicros]).toEqual([0.0423, 2 * 42_300]);
  // Our path plays the newest recording, not the snapshot's.
  expect(replayed.audio_url).not.toBeNull();
  expect(replayed.rerun_snapshots).toMatchObject([{ call: { audio_url: null, cost_usd: 0.0423 } }]);
});

test.each([
  [
    "is not answered",
    { endedReason: "customer-did-not-answer", startedAt: undefined, artifact: {} },
    { ended_reason: "no-answer", fault_side: "agent", fault_kind: "no_answer", verdict: "failed" },
  ],
  [
    "fails at the provider",
    { endedReason: "call.in-progress.error-vapifault-worker-died", startedAt: undefined },
    { ended_reason: "call.in-progress.error-vapifault-worker-died", fault_side: "provider", verdict: "excluded" },
  ],
  [
    "is cancelled at the provider",
    { endedReason: "manually-canceled" },
    { status: "cancelled", ended_reason: "cancelled", verdict: null },
  ],
  ["lasts to its limit", { endedReason: "exceeded-max-duration" }, { status: "completed", ended_by: "max_duration" }],
] as const)("a call that %s", async (_, change, expected) => {
  stand.state = ({ id, mark }) => vapiEnded(id, mark, change);
  const id = await started();
  await toTheEnd(id);
  expect(await only(id)).toMatchObject(expected);
  expect(dials()).toBe(1);
});

test("a provider that asks to wait is retried; one that stays down is at fault", async () => {
  let refusals = 2;
  stand.answer = ({ path }, response) => {
    if (path !== "/call" || refusals === 0) return null;
    refusals -= 1;
    response.writeHead(429, { "retry-after": "3" }).end("{}");
    return "handled";
  };
  const limited = await started();
  expect(await step(limited)).toEqual({ done: false, retryAfterMs: 15_000 });
  await toTheEnd(limited);
  expect([stand.calls.length, (await only(limited)).status]).toEqual([1, "completed"]);

  for (const [body, kind] of [
    ["<html>", "unavailable"],
    ["x".repeat(9 * 1024 * 1024), "unavailable"],
  ]) {
    stand.reset();
    stand.answer = ({ method }, response) => {
      if (method === "POST") return null;
      response.end(body);
      return "handled";
    };
    const away = await started();
    await toTheEnd(away);
    expect(await only(away)).toMatchObject({
      status: "failed",
      fault_side: "provider",
      fault_kind: kind,
      verdict: "excluded",
    });
  }
  stand.reset();
  stand.state = ({ id, mark }) => ({
    id,
    name: mark,
    status: "in-progress",
    monitor: { controlUrl: `${stand.line.base}/${id}/control` },
  });
  const endless = await started();
  await step(endless);
  later(60 * 60_000);
  await toTheEnd(endless);
  expect(await only(endless)).toMatchObject({ status: "failed", fault_side: "provider" });
  expect(stand.calls[0]?.isHungUp).toBe(true);
});

test("a process killed after dialing does not dial again and finds the call by its mark", async () => {
  // The call is placed, and the answer that names it is lost.
  let isLost = false;
  stand.answer = ({ method, path, body }, response) => {
    if (method !== "POST" || path !== "/call") return null;
    stand.calls.push({ id: `call-${stand.calls.length}`, mark: String(body.name), isHungUp: false });
    isLost = true;
    response.destroy();
    return "handled";
  };
  const id = await started();
  expect(await step(id)).toMatchObject({ done: false, retryAfterMs: 5_000 });
  expect(isLost).toBe(true);
  later(5_000);
  await toTheEnd(id);
  expect(await only(id)).toMatchObject({ status: "completed", service_provider_call_id: "call-0" });
  expect(dials()).toBe(1);

  // Killed before the provider had it: it is looked for, and given up.
  stand.reset();
  stand.answer = ({ method, path }, response) => {
    if (method !== "POST" || path !== "/call") return null;
    response.destroy();
    return "handled";
  };
  const lost = await started();
  expect(await step(lost)).toMatchObject({ done: false });
  later(LOOK_MS);
  await toTheEnd(lost);
  expect(await only(lost)).toMatchObject({ status: "failed", fault_side: "provider", verdict: "excluded" });
  expect(dials()).toBe(1);
});

test("concurrent steps dial each call once, within the run's concurrency", async () => {
  stand.state = ({ id, mark }) => ({ id, name: mark, status: "in-progress" });
  const id = await started(10, { settings: { simulator_model: "scripted", concurrency: 2 } });
  const execution = await loadExecution(database.db, context.caller.organizationId, id);
  if (!execution) throw new Error("the execution is gone");
  const runContext = { ...runContextOf(database.db, execution, null, stand.line, services()), line: stand.line };
  const talked = await Promise.all((await callsIn(context, id)).map((call) => talkOn(runContext, call)));
  expect(talked.filter((what) => what !== "full")).toEqual(["waiting", "waiting"]);
  const steps = await Promise.all([step(id), step(id), step(id)]);
  expect(dials()).toBe(2);
  expect(steps.every(({ done }) => !done)).toBe(true);
  later(5_000);
  expect(await step(id)).toMatchObject({ done: false, retryAfterMs: 5_000 });
  stand.state = ({ id: call, mark }) => vapiEnded(call, mark);
  later(5_000);
  await toTheEnd(id);
  expect(new Set(stand.calls.map(({ mark }) => mark)).size).toBe(10);
  expect(dials()).toBe(10);
  expect(await executionOf(context, id)).toMatchObject({ status: "completed", spentMicros: 10 * 42_300 });
});

test("cancelling a run hangs up its calls, and tries again if the provider fails", async () => {
  stand.state = ({ id, mark }) => ({
    id,
    name: mark,
    status: "in-progress",
    monitor: { controlUrl: `${stand.line.base}/${id}/control` },
  });
  const id = await started(2);
  await step(id);
  let failures = 1;
  stand.answer = ({ path }, response) => {
    if (!path.endsWith("/control") || failures === 0) return null;
    failures -= 1;
    response.writeHead(500).end();
    return "handled";
  };
  await cancelTestExecution(context, { test_execution_id: id });
  expect((await executionOf(context, id)).status).toBe("cancelled");
  expect(await step(id)).toEqual({ done: false, retryAfterMs: 5_000 });
  expect(await step(id)).toEqual({ done: true, retryAfterMs: 0 });
  expect(stand.calls.map(({ isHungUp }) => isHungUp)).toEqual([true, true]);
  expect((await callsIn(context, id)).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
});

test("a call that is cancelled is played again only once it is hung up", async () => {
  stand.state = ({ id, mark }) => ({
    id,
    name: mark,
    status: "in-progress",
    monitor: { controlUrl: `${stand.line.base}/${id}/control` },
  });
  const id = await started();
  await step(id);
  await cancelTestExecution(context, { test_execution_id: id });
  const [call] = await callsIn(context, id);
  const again = () =>
    rerunCalls(context, {
      test_execution_id: id,
      rerun_type: "call_and_eval",
      call_execution_ids: [],
      select_all: true,
      only_failed: false,
    });
  const announced = async () =>
    (await database.db.select({ id: outboxEvents.id }).from(outboxEvents)).filter((row) => row.id.includes(id)).length;
  const before = await announced();
  expect(await again()).toMatchObject({
    success_count: 0,
    failed_reruns: [{ call_execution_id: call?.id, error: expect.stringContaining("still being hung up") }],
  });
  // A lost job is started again.
  expect(await announced()).toBe(before + 1);
  expect((await executionOf(context, id)).status).toBe("cancelled");
  await toTheEnd(id);
  expect(stand.calls.map(({ isHungUp }) => isHungUp)).toEqual([true]);
  stand.state = ({ id: call, mark }) => vapiEnded(call, mark);
  expect(await again()).toMatchObject({ success_count: 1, failed_reruns: [] });
  await toTheEnd(id);
  expect(await executionOf(context, id)).toMatchObject({ status: "completed" });
  expect(dials()).toBe(2);
});

test.each([
  [
    "an execution",
    (run_test_id: string, id: string) =>
      deleteTestExecutions(context, { run_test_id, test_execution_ids: [id], select_all: false }),
  ],
  ["a run test", (run_test_id: string) => deleteRunTest(context, { run_test_id })],
])("%s that is deleted hangs up its calls", async (_, remove) => {
  stand.state = ({ id, mark }) => ({
    id,
    name: mark,
    status: "in-progress",
    monitor: { controlUrl: `${stand.line.base}/${id}/control` },
  });
  const { run } = await voiceRun(2);
  const id = (await startRun(context, run.id)).execution_id;
  await step(id);
  const announced = async () =>
    (await database.db.select({ id: outboxEvents.id }).from(outboxEvents)).filter((row) => row.id.includes(id)).length;
  const before = await announced();
  await remove(run.id, id);
  expect(await announced()).toBe(before + 1);
  expect(await step(id)).toEqual({ done: true, retryAfterMs: 0 });
  expect(stand.calls.map(({ isHungUp }) => isHungUp)).toEqual([true, true]);
  const open = await database.db.select().from(voiceCalls).where(eq(voiceCalls.executionId, id));
  expect(open.map(({ isOpen }) => isOpen)).toEqual([false, false]);
  expect(dials()).toBe(2);
});

test("a server that loses its telephony account ends open calls and blames no agent", async () => {
  stand.state = ({ id, mark }) => ({ id, name: mark, status: "in-progress" });
  const id = await started(3, { settings: { simulator_model: "scripted", concurrency: 1 } });
  await step(id);
  configure({ ASSAY_VOICE_API_KEY: undefined });
  await toTheEnd(id);
  expect((await callsIn(context, id)).map(({ verdict, faultKind }) => [verdict, faultKind])).toEqual(
    Array.from({ length: 3 }, () => ["excluded", "not_configured"]),
  );
  const again = { test_execution_id: id, call_execution_ids: [], select_all: true, only_failed: true };
  await expect(rerunCalls(context, { ...again, rerun_type: "call_and_eval" })).rejects.toMatchObject({
    kind: "invalid",
    message: expect.stringMatching(/ASSAY_VOICE_API_KEY must be set/),
  });
  expect((await executionOf(context, id)).status).toBe("failed");
});

test("the operator's telephony account serves only organizations that the operator's providers serve", async () => {
  onTestFinished(async () => void (await database.db.delete(gatewaySettings)));
  stand.state = ({ id, mark }) => ({
    id,
    name: mark,
    status: "in-progress",
    monitor: { controlUrl: `${stand.line.base}/${id}/control` },
  });
  const id = await started(2, { settings: { simulator_model: "scripted", concurrency: 1 } });
  await step(id);
  const { run } = await voiceRun();
  const serve = async (provider_organizations: string[]) => {
    await database.db.delete(gatewaySettings);
    const config = { provider_organizations };
    await database.db.insert(gatewaySettings).values({ version: 1, config, origin: "config", active: true });
  };
  await serve([other.caller.organizationId]);
  const refused = {
    kind: "invalid",
    message: expect.stringMatching(/telephony account does not serve this organization/),
  };
  await expect(startRun(context, run.id)).rejects.toMatchObject(refused);
  // What is under way ends, and is hung up.
  await toTheEnd(id);
  expect(stand.calls.map(({ isHungUp }) => isHungUp)).toEqual([true]);
  expect((await callsIn(context, id)).map(({ faultKind }) => faultKind)).toEqual(["not_configured", "not_configured"]);
  const again = { test_execution_id: id, call_execution_ids: [], select_all: true, only_failed: true };
  await expect(rerunCalls(context, { ...again, rerun_type: "call_and_eval" })).rejects.toMatchObject(refused);
  await serve([context.caller.organizationId]);
  await startRun(context, run.id);
});

test("a recording is served to people who may see the call, as audio from public addresses", async () => {
  const id = await started();
  await toTheEnd(id);
  const call = await only(id);
  expect(call.audio_url).toBe(`/simulate/call-executions/${call.id}/recording/`);
  const ask = (by: Context, answer: { status: number; type: string }, track: "combined" | "stereo" = "combined") =>
    getCallRecording(by, { call_execution_id: call.id, track }, async ({ url, headers }) => {
      expect([url.host, headers]).toEqual(["storage.vapi.ai", {}]);
      return { status: answer.status, headers: { "content-type": answer.type }, body: "RIFF" };
    });
  const file = await ask(context, { status: 200, type: "audio/wav" });
  expect([file.mediaType, await new Response(file.content).text()]).toEqual(["audio/wav", "RIFF"]);
  await expect(ask(other, { status: 200, type: "audio/wav" })).rejects.toMatchObject({ kind: "notFound" });
  await expect(ask(context, { status: 404, type: "text/html" })).rejects.toMatchObject({ kind: "gone" });
  await expect(ask(context, { status: 200, type: "text/html" }, "stereo")).rejects.toMatchObject({
    kind: "unavailable",
  });
  await database.db
    .update(voiceCalls)
    .set({ recordings: { combined: "http://169.254.169.254/x" } })
    .where(eq(voiceCalls.callId, call.id));
  await expect(ask(context, { status: 200, type: "audio/wav" })).rejects.toMatchObject({ kind: "unavailable" });
  await database.db.update(callExecutions).set({ deletedAt: new Date() }).where(eq(callExecutions.id, call.id));
  await expect(ask(context, { status: 200, type: "audio/wav" })).rejects.toMatchObject({ kind: "notFound" });
});
