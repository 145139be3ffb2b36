// Calls of tools that providers write in uncommon ways, and those that cannot be read, in the other protocols.
import { describe, expect, test } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import { recordIn, recordsIn, textIn } from "@/lib/records";
import {
  ask,
  chat,
  chunk,
  memoryParts,
  settings,
  streamOf,
  type TestParts,
  upstream,
  type World,
  webGateway,
} from "../testing/memory-parts";
import { exchange, type Path } from "../testing/over-chat";
import { completion } from "../testing/recorded-calls";
import type { Json, StreamWriter } from "./dialect";
import { MessageStream } from "./message-stream";
import { frameOf } from "./response-parts";
import { ResponseStream } from "./response-stream";

const call = (args: unknown): Json => ({ id: "a", type: "function", function: { name: "look", arguments: args } });
const writers: [string, () => StreamWriter][] = [
  ["messages", () => new MessageStream(true)],
  ["responses", () => new ResponseStream(frameOf(null, null, 0), () => undefined)],
];
const chunkOf = (delta: Json, finish_reason: string | null = null): Json => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const written = (writer: StreamWriter, deltas: Json[], reason: string): string =>
  deltas.map((delta) => writer.chunk(chunkOf(delta))).join("") + writer.chunk(chunkOf({}, reason)) + writer.end();

const readable: [string, unknown, string][] = [
  ["an object", { x: 1 }, '{"x":1}'],
  ["the text of one", '{"x": 1}', '{"x": 1}'],
  ["an empty text", "", ""],
  ["null", null, ""],
  // As vLLM writes that a model has none.
  ["the text of null", "null", ""],
];
const unreadable: [string, unknown][] = [
  ["JSON that breaks off", '{"x": 1, "path": "/etc'],
  ["JSON in a fence", '```json\n{"x":1}\n```'],
  ["a list", [1]],
  ["the text of a list", "[1]"],
  ["spaces", "  "],
  ["a number", 5],
];

async function answered(path: Path, message: Json, finish_reason = "tool_calls") {
  const { status, answer } = await exchange(path, {}, { choice: { message, finish_reason } });
  return { status, answer, items: recordsIn(answer.content ?? answer.output) };
}

describe("a call whose arguments are", () => {
  test.each(readable)("%s is read", async (_what, args, text) => {
    const message = { content: null, tool_calls: [call(args)] };
    const input = text ? JSON.parse(text) : {};
    expect((await answered("/v1/messages", message)).items).toMatchObject([{ type: "tool_use", name: "look", input }]);
    expect((await answered("/v1/responses", message)).items).toMatchObject([{ name: "look", arguments: text }]);
    for (const [, writer] of writers) {
      const events = written(writer(), [{ tool_calls: [call(args)] }], "tool_calls");
      expect(events).toContain(text ? JSON.stringify(text).slice(1, -1) : "look");
    }
  });

  describe.each<Path>(["/v1/messages", "/v1/responses"])("over %s", (path) => {
    test.each(unreadable)("%s is refused", async (_what, args) => {
      const { status, answer } = await answered(path, { content: null, tool_calls: [call(args)] });
      expect([status, answer.error.code]).toEqual([502, "upstream_error"]);
      expect(answer.error.message).toBe("The provider's call of look has arguments that are not a JSON object.");
    });
  });

  test.each(unreadable)("%s ends a stream with an error", (_what, args) => {
    for (const [, writer] of writers)
      expect(() => written(writer(), [{ tool_calls: [call(args)] }], "tool_calls")).toThrow("not a JSON object");
  });

  test("broken ends a stream as soon as another call begins", () => {
    for (const [, make] of writers) {
      const writer = make();
      writer.chunk(chunkOf({ tool_calls: [{ index: 0, ...call("```{}```") }] }));
      const next = { tool_calls: [{ index: 1, ...call("{}"), id: "b" }] };
      expect(() => writer.chunk(chunkOf(next))).toThrow("not a JSON object");
    }
  });
});

describe("a call that the limit of tokens has cut", () => {
  const message = { content: "Hm", tool_calls: [call('{"x": 1, "pa')] };
  test("is left out of a whole message, and stays in a response", async () => {
    const { status, answer, items } = await answered("/v1/messages", message, "length");
    expect([status, answer.stop_reason, items]).toEqual([200, "max_tokens", [{ type: "text", text: "Hm" }]]);
    const response = await answered("/v1/responses", message, "length");
    expect(response.answer.status).toBe("incomplete");
    expect(response.items[1]).toMatchObject({ arguments: '{"x": 1, "pa' });
  });

  test.each(writers)("ends a stream of %s without an error", (_protocol, writer) => {
    expect(written(writer(), [{ tool_calls: message.tool_calls }], "length")).toMatch(/max_(output_)?tokens/);
  });
});

describe("an older call of a function", () => {
  const legacy = { name: "look", arguments: '{"x":1}' };
  test("is a call of a tool", async () => {
    const message = { content: null, function_call: legacy };
    const { answer, items } = await answered("/v1/messages", message, "function_call");
    expect(answer.stop_reason).toBe("tool_use");
    expect(items).toMatchObject([{ type: "tool_use", name: "look", input: { x: 1 } }]);
    expect(textIn(items[0]?.id)).not.toBe("");
    const response = await answered("/v1/responses", message, "function_call");
    expect(response.items).toMatchObject([{ type: "function_call", name: "look", arguments: '{"x":1}' }]);
  });

  test.each(writers)("is one in streams of %s", (_protocol, writer) => {
    const deltas = [{ ...legacy, arguments: "" }, { arguments: '{"x"' }, { arguments: ":1}" }];
    const events = written(
      writer(),
      deltas.map((function_call) => ({ function_call })),
      "function_call",
    );
    expect(events.match(/"(content_block_start|response.output_item.added)","/g)).toHaveLength(1);
    expect(events).toContain('"name":"look"');
    expect(events).toContain('{\\"x\\"');
  });

  test("is nothing beside the same in its newer form, nor if it is empty", async () => {
    const message = { content: null, tool_calls: [call("{}")], function_call: legacy };
    expect((await answered("/v1/messages", message)).items).toHaveLength(1);
    const empty = { content: "Hm", function_call: { name: "", arguments: "" } };
    expect((await answered("/v1/messages", empty, "stop")).items).toEqual([{ type: "text", text: "Hm" }]);
  });
});

test.each(["tool_calls", "function_call"])(
  "a message without a call has not ended for one, with %s",
  async (reason) => {
    const { answer } = await answered("/v1/messages", { content: "Hm" }, reason);
    expect(answer.stop_reason).toBe("end_turn");
    expect(written(new MessageStream(true), [{ content: "Hm" }], reason)).toContain('"stop_reason":"end_turn"');
  },
);

test("another provider answers where a call cannot be read", async () => {
  const second = { ...upstream, name: "other", baseUrl: "https://other.test/v1" };
  const parts = memoryParts({
    settings: { ...settings, providers: [upstream, second] },
    fetch: async (url) => {
      const broken = !String(url).includes("other");
      const message = { content: null, tool_calls: [call(broken ? '{"x' : '{"x":2}')] };
      return Response.json({ ...completion({}), choices: [{ index: 0, message, finish_reason: "tool_calls" }] });
    },
  });
  const gateway = webGateway(parts);
  const body = { ...chat("small"), max_tokens: 9 };
  for (let turn = 0; turn < 2; turn += 1) {
    const response = await gateway.createMessage(ask({ path: "/v1/messages", body }));
    const [block] = recordsIn((await response.json()).content);
    expect([response.status, recordIn(block).input]).toEqual([200, { x: 2 }]);
  }
  // A chat's client reads the arguments itself.
  const statuses = [1, 2].map(async () => (await gateway.createChatCompletion(ask({ body: chat("small") }))).status);
  expect(await Promise.all(statuses)).toEqual([200, 200]);
});

describe("a stream that is refused at its end", () => {
  const deltas = [{ content: "Hm" }, { tool_calls: [{ index: 0, ...call('{"x') }] }];
  const events = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
    { choices: [], usage: { prompt_tokens: 5, completion_tokens: 3 } },
  ].map((data) => `data: ${JSON.stringify(data)}\n\n`);
  const streamed = (parts: TestParts, path: Path) => {
    const body = path === "/v1/messages" ? { ...chat("small"), max_tokens: 9 } : { model: "small", input: "Hi" };
    const operation = path === "/v1/messages" ? "createMessage" : "createResponse";
    return webGateway(parts)[operation](ask({ path, body: { ...body, stream: true } }));
  };
  const reading = async (path: Path, chunks: string[], more: World = {}) => {
    const parts = memoryParts({ fetch: async () => streamOf(chunks), ...more });
    return { text: await (await streamed(parts, path)).text(), parts };
  };

  test.each([
    ["/v1/messages", [...events, "data: [DONE]\n\n"]],
    ["/v1/messages", [[...events, "data: [DONE]\n\n"].join("")]],
    ["/v1/messages", events],
    ["/v1/responses", [...events, "data: [DONE]\n\n"]],
  ] as const)("is recorded as the client got it, and charged once (%s)", async (path, chunks) => {
    const { text, parts } = await reading(path, [...chunks]);
    expect(text).toContain("not a JSON object");
    expect(parts.calls.map(({ outcome, answer }) => [outcome, answer?.outputTokens])).toEqual([
      [expect.objectContaining({ code: "upstream_error" }), 3],
    ]);
    expect(parts.entries.map(({ outputTokens }) => outputTokens)).toEqual([3]);
  });

  test("is recorded so behind guardrails", async () => {
    const rule = { type: "keyword-blocklist", stage: "post", action: "block", config: { words: ["nothing"] } };
    const guarded = { ...settings, guardrails: guardrails.parse({ rules: [rule] }) };
    const { text, parts } = await reading("/v1/messages", [...events, "data: [DONE]\n\n"], { settings: guarded });
    expect(text).toContain("not a JSON object");
    expect(parts.calls.map(({ outcome }) => outcome)).toMatchObject([{ code: "upstream_error" }]);
  });

  test.each(["/v1/messages", "/v1/responses"] as const)(
    "is another than one that ends well, also from the cache (%s)",
    async (path) => {
      const delta = { content: "Hm" };
      const good = `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: "stop" }] })}\n\n`;
      const parts = memoryParts({
        organization: { cache: { ttlMs: 300_000 } },
        fetch: async () => streamOf([good, "data: [DONE]\n\n"]),
      });
      for (const how of ["MISS", "HIT"]) {
        const response = await streamed(parts, path);
        expect([response.headers.get("x-gateway-cache"), await response.text()]).toEqual([
          how,
          expect.stringContaining("Hm"),
        ]);
      }
      expect(parts.calls.map(({ outcome }) => outcome)).toEqual(["answered", "answered"]);
    },
  );

  test("is another than one whose client leaves before it reads the end", async () => {
    const parts = memoryParts({
      fetch: async () => streamOf([...events.slice(0, 1), chunk("", "stop"), "data: [DONE]\n\n"]),
    });
    const reader = (await streamed(parts, "/v1/messages")).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(parts.calls).toHaveLength(1);
  });
});

test("an answer that the cache kept for clients of chats does not answer for others where it cannot be read", async () => {
  let count = 0;
  const parts = memoryParts({
    organization: { cache: { ttlMs: 300_000 } },
    fetch: async () => {
      count += 1;
      const message = { content: null, tool_calls: [call(count === 1 ? '{"x' : '{"x":2}')] };
      return Response.json({ ...completion({}), choices: [{ index: 0, message, finish_reason: "tool_calls" }] });
    },
  });
  const gateway = webGateway(parts);
  const body = { ...chat("small"), max_tokens: 9 };
  expect((await gateway.createChatCompletion(ask({ body }))).status).toBe(200);
  const message = () => gateway.createMessage(ask({ path: "/v1/messages", body }));
  const answers = [await message(), await message()];
  expect(answers.map(({ status, headers }) => [status, headers.get("x-gateway-cache")])).toEqual([
    [200, "MISS"],
    [200, "HIT"],
  ]);
  expect(count).toBe(2);
});
