// What is asked of simulators and agents, and what becomes of their answers, without a network.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { ModelAnswer } from "@/lib/evaluation/judge/judge";
import { withoutRefused } from "@/lib/evaluation/judge/without-refused";
import type { Outgoing } from "@/lib/gateway/providers/provider";
import { nextOf } from "./rules/next";
import { personaProse, renderPrompt } from "./rules/prompt";
import { scriptedTurn } from "./rules/script";
import { simulatorMessages, type Turn } from "./rules/turn";
import { askCustomer, type Customer } from "./simulator";
import { askAgent } from "./target";

const turn = (number: number, role: "user" | "assistant", content: string): Turn => ({
  number,
  role,
  content,
  messages: [{ role, content }],
  scripted: false,
  ends: false,
});
const customer: Customer = {
  prompt: "You are Ada.",
  cells: { persona: '{"name": "Ada"}', situation: "Ada asks for parcel 4711." },
  initialMessage: "",
  script: null,
  model: "sandbox/x",
  temperature: 0,
  seed: 1,
  minTurns: 0,
  conversationKey: "one",
};
const answered = (message: object, finish_reason = "stop"): ModelAnswer => ({
  status: 200,
  body: { choices: [{ message, finish_reason }], usage: { prompt_tokens: 5, completion_tokens: 2 } },
  model: "sandbox/x",
  costUsd: 0.000002,
  traceId: "t",
  retryAfterSeconds: null,
});
/** Answers one after the other; the last for all that follow. */
const model = (...answers: ModelAnswer[]) => {
  const requests: object[] = [];
  const ask = async (body: object): Promise<ModelAnswer> => {
    requests.push(body);
    return answers[Math.min(requests.length, answers.length) - 1] ?? answered({ content: "" });
  };
  return { requests, ask: async () => ask };
};

test("the simulator's model plays the assistant, and a user message comes last (case 70)", () => {
  const turns = [turn(0, "user", "Where?"), turn(1, "assistant", "There."), turn(2, "assistant", "")];
  const before = structuredClone(turns);
  expect(simulatorMessages("P", turns).map(({ role }) => role)).toEqual(["system", "assistant", "user"]);
  expect(simulatorMessages("P", []).map(({ role }) => role)).toEqual(["system", "user"]);
  expect(simulatorMessages("P", [turn(0, "user", "Where?")]).at(-1)?.role).toBe("user");
  expect(turns).toEqual(before);
});

test("an empty customer turn is retried once, and hanging up silently ends the call (case 68)", async () => {
  const empty = answered({ content: " " });
  const once = model(empty, answered({ content: "Where is it?" }));
  expect(await askCustomer(customer, [], once.ask)).toMatchObject({
    kind: "turn",
    answer: { inputTokens: 5, costMicros: 2 },
  });
  const twice = model(empty, empty);
  expect(await askCustomer(customer, [], twice.ask)).toMatchObject({
    kind: "failed",
    answer: { side: "simulator", kind: "empty_turn" },
  });
  expect(twice.requests.length).toBe(2);
  const hangsUp = model(
    answered({ content: "", tool_calls: [{ id: "1", function: { name: "endCall", arguments: "{}" } }] }),
  );
  expect(await askCustomer(customer, [], hangsUp.ask)).toEqual({ kind: "end", isScript: false });
  expect(hangsUp.requests.length).toBe(1);
});

test("a simulator model that refuses a temperature is called again without one", async () => {
  const message = "Unsupported value: 'temperature' does not support 0 with this model.";
  const refusal = { ...answered({}), status: 400, body: { error: { code: "unsupported_value", message } } };
  const strict = model(refusal, answered({ content: "Where is it?" }));
  const ask = withoutRefused(await strict.ask());
  expect(await askCustomer(customer, [], async () => ask)).toMatchObject({ kind: "turn" });
  expect(strict.requests.map((request) => "temperature" in request)).toEqual([true, false]);
});

test("B3.4 a customer that a model plays cannot hang up before the minimum of turns", async () => {
  const tool_calls = [{ id: "1", function: { name: "endCall", arguments: "{}" } }];
  const leaving = answered({ content: "Thank you, goodbye.", tool_calls });
  const patient = { ...customer, minTurns: 2 };
  const turns = [turn(0, "user", "Where?"), turn(1, "assistant", "There.")];
  const early = model(leaving);
  expect(await askCustomer(patient, turns, early.ask)).toMatchObject({ kind: "turn", answer: { ends: false } });
  expect(early.requests[0]).not.toHaveProperty("tools");
  const silent = model(answered({ content: "", tool_calls }), answered({ content: "And when?" }));
  expect(await askCustomer(patient, turns, silent.ask)).toMatchObject({ kind: "turn", answer: { ends: false } });
  const later = [...turns, turn(2, "user", "When?"), turn(3, "assistant", "Soon.")];
  expect(await askCustomer(patient, later, model(leaving).ask)).toMatchObject({ kind: "turn", answer: { ends: true } });
});

test("B3.7 a scripted customer needs no model, is repeatable, and mixes with generated turns", async () => {
  const { requests, ask } = model(answered({ content: "Generated." }));
  const scripted = { ...customer, model: "scripted" };
  const say = async (own: Customer, turns: Turn[]) => {
    const reply = await askCustomer(own, turns, ask);
    return reply.kind === "turn" ? reply.answer.messages[0]?.content : reply.kind;
  };
  expect(await say(scripted, [])).toBe(await say(scripted, []));
  expect(requests).toEqual([]);
  const mixed = { ...customer, script: ["First.", null, "Third."] };
  const turns = [
    turn(0, "user", "First."),
    turn(1, "assistant", "a"),
    turn(2, "user", "Generated."),
    turn(3, "assistant", "b"),
  ];
  expect(await say(mixed, [])).toBe("First.");
  expect(await say(mixed, turns.slice(0, 2))).toBe("Generated.");
  expect(await say(mixed, turns)).toBe("Third.");
  expect(await say(mixed, [...turns, turn(4, "user", "Third."), turn(5, "assistant", "c")])).toBe("end");
  expect([scriptedTurn(["a", null], 5), scriptedTurn(["a"], 1)]).toEqual([{ kind: "generate" }, { kind: "end" }]);
});

test.each([
  [[], { kind: "customer" }],
  [[turn(0, "user", "a")], { kind: "agent" }],
  [[{ ...turn(0, "user", "a"), ends: true }], { kind: "end", cause: "customer_ended" }],
  [[turn(0, "user", "a"), turn(1, "assistant", "b")], { kind: "end", cause: "max_turns" }],
] as const)("after %o the next step is %o", (turns, next) =>
  expect(nextOf([...turns], { inbound: true, maxTurns: 1 })).toEqual(next),
);

test("a prompt contains the row's values, and the persona as prose, even in Python notation", () => {
  const cells = {
    persona: "{'name': 'Ada', 'tone': 'formal', 'multilingual': True, 'age_group': None}",
    situation: "moves",
  };
  const prompt = renderPrompt("{{Persona}} / {{ situation }} / {{unknown}}", { cells, medium: "text" });
  expect(prompt).toContain("Your name is Ada.");
  expect(prompt).toContain("Write formally.");
  expect(prompt).toContain("/ moves / ");
  expect(prompt).not.toContain("{{");
  expect(personaProse("just words", "text")).toBe("just words");
});

test("a webhook gets each turn signed per Standard Webhooks; a private address gets nothing", async () => {
  const sent: Outgoing[] = [];
  const secret = Buffer.from("a secret of thirty-two bytes....").toString("base64");
  const agent = {
    name: "Desk",
    description: "",
    target: { type: "webhook" as const, url: "https://agent.example.com/turn", timeout_seconds: 5 },
    secrets: { webhook_secret: `whsec_${secret}` },
  };
  const services = {
    ask: model().ask,
    now: () => new Date(1_700_000_000_000),
    send: async (request: Outgoing) => {
      sent.push(request);
      return { status: 200, headers: {}, body: '{"content": "Hello", "state": {"seen": true}}' };
    },
  };
  const ids = { executionId: "e", callId: "c" };
  expect(await askAgent(agent, ids, [turn(0, "user", "Hi")], services)).toMatchObject({
    ok: true,
    state: { seen: true },
  });
  const [request] = sent;
  const signature = createHmac("sha256", Buffer.from(secret, "base64"))
    .update(`c:1.1700000000.${request?.body}`)
    .digest("base64");
  expect(request?.headers).toMatchObject({
    traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/),
    "webhook-id": "c:1",
    "webhook-timestamp": "1700000000",
    "webhook-signature": `v1,${signature}`,
  });
  expect(request?.isGuarded).toBe(true);
  const inside = { ...agent, target: { ...agent.target, url: "http://169.254.169.254/latest" } };
  expect(await askAgent(inside, ids, [], services)).toMatchObject({
    ok: false,
    side: "provider",
    kind: "not_configured",
  });
  expect(sent.length).toBe(1);
});
