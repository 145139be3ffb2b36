// Answers of chats that providers write in uncommon ways, whole and streamed, in the other protocols.
import { describe, expect, test } from "vitest";
import { webHandler } from "@/lib/exchange/web";
import { dispatch } from "../dispatch";
import { createGateway } from "../pipeline";
import { ask, memoryParts } from "../testing/memory-parts";
import { completionDialog } from "./completions";
import type { Json, StreamWriter } from "./dialect";
import { messageDialog } from "./messages";
import { responseDialog } from "./responses";

const storing = {
  previous: () => null,
  expand: async (body: Json) => ({ body, characters: 0, missing: null }),
  keep: () => undefined,
};
const dialogs = {
  messages: messageDialog(),
  responses: responseDialog(() => 0, storing),
  completions: completionDialog(),
};
type Protocol = keyof typeof dialogs;

const whole = (protocol: Protocol, message: Json, reason = "stop"): Json =>
  dialogs[protocol].whole({ id: "c1", choices: [{ index: 0, message, finish_reason: reason }] });

function eventsOf(writer: StreamWriter, deltas: Json[], reason = "stop"): Json[] {
  const chunks = [...deltas.map((delta) => ({ delta })), { delta: {}, finish_reason: reason }];
  const written = chunks.map((choice) => writer.chunk({ id: "c1", choices: [{ index: 0, ...choice }] })).join("");
  return (written + writer.end())
    .trim()
    .split("\n\n")
    .map((event) => event.split("data: ")[1] ?? "")
    .flatMap((data) => (data === "[DONE]" ? [] : [JSON.parse(data)]));
}
const streamed = (protocol: Protocol, deltas: Json[], reason?: string): Json[] =>
  eventsOf(dialogs[protocol].stream(), deltas, reason);

describe("a content that is a list", () => {
  const thinking = { type: "thinking", thinking: [{ type: "text", text: "Hm" }] };
  const content = [thinking, { type: "text", text: "The " }, { type: "text", text: "answer" }];

  test.each<[Protocol, object]>([
    [
      "messages",
      {
        content: [
          { type: "thinking", thinking: "Hm" },
          { type: "text", text: "The answer" },
        ],
      },
    ],
    [
      "responses",
      {
        output: [
          { content: [{ type: "reasoning_text", text: "Hm" }] },
          { content: [{ type: "output_text", text: "The answer" }] },
        ],
      },
    ],
    ["completions", { choices: [{ text: "The answer" }] }],
  ])("keeps its texts in %s", (protocol, expected) => {
    expect(whole(protocol, { content })).toMatchObject(expected);
  });

  test.each<[Protocol, RegExp]>([
    ["messages", /"thinking":"Hm".*"text":"The answer".*"text":" is 42"/],
    ["responses", /"text":"Hm".*"text":"The answer is 42"/],
    ["completions", /"text":"The answer".*"text":" is 42"/],
  ])("keeps its texts in streams of %s", (protocol, expected) => {
    const deltas = [{ content: [thinking] }, { content: content.slice(1) }, { content: " is 42" }];
    expect(JSON.stringify(streamed(protocol, deltas))).toMatch(expected);
  });
});

describe("the reason of a message", () => {
  const calls = { tool_calls: [{ index: 0, id: "a", function: { name: "look", arguments: "{}" } }] };
  test.each<[string, Json, string]>([
    ["stop", { content: "hi" }, "end_turn"],
    ["stop", calls, "tool_use"],
    ["tool_calls", calls, "tool_use"],
    ["length", calls, "max_tokens"],
    ["model_length", { content: "hi" }, "max_tokens"],
    ["content_filter", { content: "hi" }, "refusal"],
  ])("of %s with %j is %s", (reason, message, expected) => {
    expect(whole("messages", message, reason).stop_reason).toBe(expected);
    expect(streamed("messages", [message], reason)).toContainEqual(
      expect.objectContaining({ delta: { stop_reason: expected, stop_sequence: null } }),
    );
  });
});

test("a response that has filled the model's window is incomplete", () => {
  const expected = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
  expect(whole("responses", { content: "hi" }, "model_length")).toMatchObject(expected);
  expect(streamed("responses", [{ content: "hi" }], "model_length").at(-1)).toMatchObject({ response: expected });
});

test.each<[string, string, number]>([
  ["/v1/messages", "POST", 400],
  ["/v1/messages", "GET", 405],
  ["/v1/messages/batches", "POST", 404],
  ["/v1/v1/messages/batches", "POST", 404],
])("%s with %s refuses in Anthropic's form, with its request's id", async (path, method, status) => {
  const gateway = createGateway(memoryParts());
  const request = ask({ path, method, ...(method === "POST" ? { body: {} } : {}) });
  const response = await webHandler(dispatch(() => gateway))(request);
  const { type, error } = await response.json();
  expect([response.status, type, typeof error.code]).toEqual([status, "error", "string"]);
  expect(response.headers.get("request-id")).toBe(response.headers.get("x-request-id"));
  expect(response.headers.get("access-control-expose-headers")).toMatch(/(^|, )request-id(,|$)/);
});

test("a streamed refusal is one in responses", () => {
  const events = streamed("responses", [{ refusal: "I can" }, { refusal: "not." }]);
  const part = { type: "refusal", refusal: "I cannot." };
  const of = (type: string) => events.filter((event) => event.type === type);
  expect(of("response.content_part.added")).toMatchObject([{ part: { type: "refusal", refusal: "" } }]);
  expect(of("response.refusal.delta")).toMatchObject([{ delta: "I can", content_index: 0 }, { delta: "not." }]);
  expect(of("response.refusal.done")).toMatchObject([{ refusal: "I cannot." }]);
  expect(of("response.content_part.done")).toMatchObject([{ part }]);
  expect(of("response.completed")).toMatchObject([{ response: { output: [{ type: "message", content: [part] }] } }]);
});

describe("tokens that a provider reports in a choice", () => {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cached_tokens: 4 };
  const chunk = { choices: [{ index: 0, delta: {}, finish_reason: "stop", usage }] };
  test.each<[Protocol, string]>([
    ["messages", '"input_tokens":6,"cache_creation_input_tokens":0,"cache_read_input_tokens":4,"output_tokens":5'],
    ["responses", '"input_tokens":10,"input_tokens_details":{"cached_tokens":4},"output_tokens":5'],
  ])("are in streams of %s, also if chunks without any follow", (protocol, expected) => {
    const writer = dialogs[protocol].stream();
    const rest = { choices: [{ index: 0, delta: {} }], usage: null };
    expect(writer.chunk(chunk) + writer.chunk(rest) + writer.end()).toContain(expected);
  });
});
