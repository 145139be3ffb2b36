// What of a call becomes of its span: calls run through the pipeline, spans are read as tracing reads them.
import { expect, test } from "vitest";
import { ask, chat, chunk, type World } from "../testing/memory-parts";
import { completion, json, onlyCall, spanOf, stream, usage } from "../testing/recorded-calls";

const data = (body: object): string => `data: ${JSON.stringify({ id: "c1", model: "small-2026", ...body })}\n\n`;
const delta = (content: object, finish: string | null = null) =>
  data({ choices: [{ index: 0, delta: content, finish_reason: finish }] });
const lookup = (more: object) => ({ tool_calls: [{ index: 0, ...more }] });
const toolCall = { id: "t1", type: "function", function: { name: "lookup", arguments: '{"city":"Oslo"}' } };
const DONE = "data: [DONE]\n\n";

const streamed = (more: object = {}) => ask({ body: chat("small", { stream: true, ...more }) });
const hello = [{ role: "user", content: "Hello there" }];

interface Case {
  name: string;
  world: World;
  request?: Request;
  /** How many chunks the client reads before it leaves. */
  read?: number;
  span: object;
  attributes?: object;
}

const cases: Case[] = [
  {
    name: "an answer that came whole",
    world: json(completion({ content: "Hi." })),
    request: ask({ body: chat("alias", { temperature: 0.5, max_tokens: 9, user: "u-1" }) }),
    span: {
      name: "chat alias",
      kind: "CLIENT",
      observationType: "llm",
      parentSpanId: null,
      isEntry: true,
      status: "OK",
      statusMessage: "",
      startedAt: "2026-03-01T12:00:30.000000Z",
      latencyMs: 0,
      input: hello,
      output: "Hi.",
      model: "small-2026",
      provider: "acme",
      promptTokens: 3,
      completionTokens: 5,
      totalTokens: 8,
      session: null,
    },
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.system": "acme",
      "gen_ai.request.model": "alias",
      "gen_ai.request.temperature": 0.5,
      "gen_ai.request.max_tokens": 9,
      "gen_ai.response.id": "c1",
      "gen_ai.response.finish_reasons": ["stop"],
      "gateway.model_used": "small",
      "gateway.key_id": "key-1",
      "gateway.stream": false,
      "http.response.status_code": 200,
      "user.id": "u-1",
    },
  },
  {
    name: "a text that looks like JSON",
    world: json(completion({ content: '{"a": 1}' })),
    span: { output: '{"a": 1}' },
  },
  {
    name: "several choices",
    world: json({
      choices: [
        { index: 0, message: { role: "assistant", content: "One" }, finish_reason: "stop" },
        { index: 1, message: { role: "assistant", content: "Two" }, finish_reason: "length" },
      ],
    }),
    span: {
      model: "small",
      totalTokens: null,
      output: [
        { role: "assistant", content: "One" },
        { role: "assistant", content: "Two" },
      ],
    },
    attributes: { "gen_ai.response.finish_reasons": ["stop", "length"] },
  },
  {
    name: "calls of tools",
    world: json(completion({ content: null, tool_calls: [toolCall] })),
    span: { status: "OK", output: [{ role: "assistant", content: null, tool_calls: [toolCall] }] },
  },
  {
    name: "a stream",
    world: stream([
      delta({ role: "assistant", content: "" }) + delta({ content: "Hé" }),
      delta({ content: "llo" }),
      delta({}, "stop") + data({ choices: [], usage }) + DONE,
    ]),
    request: streamed(),
    span: { status: "OK", output: "Héllo", model: "small-2026", totalTokens: 8, input: hello },
    attributes: {
      "gateway.stream": true,
      "gateway.time_to_first_chunk_ms": 0,
      "gen_ai.response.finish_reasons": ["stop"],
      "http.response.status_code": 200,
    },
  },
  {
    name: "a stream without figures and without [DONE]",
    world: stream([chunk("a"), chunk("b", "stop")]),
    request: streamed(),
    span: { status: "OK", output: "ab", totalTokens: null },
  },
  {
    name: "a stream of a tool's call",
    world: stream([
      delta({
        role: "assistant",
        content: null,
        ...lookup({ id: "t1", type: "function", function: { name: "lookup" } }),
      }),
      delta(lookup({ function: { arguments: '{"city":' } })),
      delta(lookup({ function: { arguments: '"Oslo"}' } })),
      delta({}, "tool_calls") + DONE,
    ]),
    request: streamed(),
    span: { output: [{ role: "assistant", tool_calls: [toolCall] }] },
    attributes: { "gen_ai.response.finish_reasons": ["tool_calls"] },
  },
  {
    name: "a provider's refusal",
    world: json({ error: { message: "Overloaded at llm.acme.test" } }, 500),
    span: {
      status: "ERROR",
      statusMessage: "provider error (HTTP 500): Overloaded at ***",
      output: null,
      input: hello,
      model: "small",
    },
    attributes: { "error.type": "provider_error", "http.response.status_code": 502 },
  },
  {
    name: "a provider out of reach",
    world: {},
    request: streamed(),
    span: { status: "ERROR", output: null },
    attributes: { "error.type": "upstream_error", "http.response.status_code": 502 },
  },
  {
    name: "a stream that breaks off",
    world: stream([delta({ role: "assistant", content: "half" })]),
    request: streamed(),
    span: { status: "ERROR", statusMessage: "The provider's stream broke off before its end.", output: "half" },
    attributes: { "error.type": "upstream_error", "http.response.status_code": 200 },
  },
  {
    name: "a client that leaves a stream",
    world: stream([chunk("seen"), chunk(" more")], { hang: true }),
    request: streamed(),
    read: 1,
    span: { status: "ERROR", statusMessage: "The client disconnected before the answer was complete." },
    attributes: { "error.type": "client_left", "http.response.status_code": 200 },
  },
  {
    name: "a client that leaves once the text is complete",
    world: stream([chunk("all", "stop")], { hang: true }),
    request: streamed(),
    read: 1,
    span: { status: "OK", output: "all" },
  },
  {
    name: "what the client says of its call",
    world: json(completion({ content: "Hi." })),
    request: ask({
      body: chat("small", { metadata: { tier: "free", plan: "a" } }),
      headers: {
        "x-gateway-session-id": "s-1",
        "x-agentcc-user-id": "u-2",
        "x-gateway-project": "Shop",
        "x-gateway-metadata": '{"tier": "gold", "number": 7}',
      },
    }),
    span: { session: "s-1", project: "Shop" },
    attributes: { "user.id": "u-2", metadata: '{"tier":"gold","plan":"a"}' },
  },
  {
    name: "metadata that is none, and a session in the body's",
    world: json(completion({ content: "Hi." })),
    request: ask({
      body: chat("small", { metadata: { session_id: "s-2" } }),
      headers: { "x-gateway-metadata": "{no" },
    }),
    span: { session: "s-2" },
  },
];

test.each(cases)("$name", async ({ world, request, read, span, attributes = {} }) => {
  const found = await spanOf(await onlyCall(world, request?.clone(), read));
  expect(found).toMatchObject(span);
  expect(found.attributes).toMatchObject(attributes);
});
