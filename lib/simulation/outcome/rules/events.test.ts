import { expect, test } from "vitest";
import { type Course, eventsOf } from "./events";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));
const turn = {
  scripted: false,
  ends: false,
  createdAt: at(30),
  startMs: null,
  latencyMs: null,
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  costMicros: null,
  model: null,
  traceId: null,
};
const tool_calls = [{ id: "1", type: "function", function: { name: "look_up", arguments: '{"id":4711}' } }];
const fault = { side: "provider" as const, kind: "timeout" as const, message: "No answer." };
const check = { name: "look_up", kind: "tool_call" as const, passed: false, reason: "Was never called.", turn: null };
const course: Course = {
  call: {
    status: "completed",
    createdAt: at(0),
    startedAt: at(1),
    endedAt: at(20),
    endedReason: "customer-ended-call",
    forkTurn: null,
    waits: 0,
    waitUntil: null,
    verdict: "failed",
    faults: [{ ...fault, evidence: { turn: 2, text: "" } }],
    checks: [check],
  },
  turns: [
    { ...turn, number: 0, role: "user", content: "Where?", messages: [], scripted: true, startMs: 500 },
    {
      ...turn,
      ...{
        number: 1,
        role: "assistant",
        content: "",
        startMs: 2_500,
        latencyMs: 300,
        costMicros: 2_000,
        totalTokens: 7,
        traceId: "t",
      },
      messages: [{ role: "assistant", content: null, tool_calls }],
    },
  ],
  evaluations: [
    {
      name: "Polite",
      generation: 1,
      status: "completed",
      passed: true,
      reason: "It is.",
      logId: "l",
      costMicros: 1,
      at: at(21),
    },
    {
      name: "Brief",
      generation: 2,
      status: "pending",
      passed: null,
      reason: "",
      logId: null,
      costMicros: null,
      at: at(22),
    },
    {
      name: "Broken",
      generation: 1,
      status: "error",
      passed: null,
      reason: "No key",
      logId: null,
      costMicros: null,
      at: at(23),
    },
  ],
  dialed: { provider: "vapi", phoneNumber: "+14155550100", at: at(0) },
  reruns: [{ type: "call_and_eval", verdict: "passed", at: at(0) }],
};

test("events are in order, with their time, level and details", () => {
  const events = eventsOf(course).map(({ category, level, logged_at, message }) =>
    [category, level, logged_at?.slice(17, 21) ?? "-", message].join(" | "),
  );
  expect(events).toEqual([
    "rerun | info | 00.0 | Snapshot before call_and_eval: passed",
    "call | info | 00.0 | The call was created",
    "call | info | 00.0 | Dialed +14155550100 through vapi",
    "call | info | 01.0 | The call began",
    "customer | info | 01.5 | The customer, by script: “Where?”",
    "agent | info | 03.5 | The agent: nothing",
    'tool | info | 03.5 | look_up({"id":4711})',
    "fault | warning | 20.0 | provider, timeout: No answer.",
    "call | info | 20.0 | The call ended: customer-ended-call",
    "check | error | 20.0 | look_up: Was never called.",
    "evaluation | info | 21.0 | Polite: passed. It is.",
    "evaluation | info | - | Brief, time 2: pending",
    "evaluation | warning | 23.0 | Broken: error. No key",
    "call | info | 20.0 | Verdict: failed",
  ]);
  const [, , , , , agent, tool] = eventsOf(course);
  expect(agent).toMatchObject({
    turn: 1,
    latency_ms: 300,
    output_tokens: null,
    total_tokens: 7,
    cost_usd: 0.002,
    trace_id: "t",
  });
  expect(tool).toMatchObject({ turn: 1, latency_ms: null });
});

test("a call that has not begun is shown as created, and a wait as an event", () => {
  const { call } = course;
  const open = { ...call, status: "pending", startedAt: null, endedAt: null, verdict: null, faults: [], checks: [] };
  const none = { turns: [], evaluations: [], dialed: null, reruns: [] };
  expect(eventsOf({ ...none, call: open })).toMatchObject([
    { message: "The call was created", logged_at: at(0).toISOString() },
  ]);
  const waiting = eventsOf({ ...none, call: { ...open, startedAt: at(1), forkTurn: 4, waits: 2, waitUntil: at(9) } });
  expect(waiting.map(({ message }) => message)).toEqual([
    "The call was created",
    "The call began after 4 forked turns",
    "A provider has asked to wait 2 times in a row; the call is retried after the wait",
  ]);
});
