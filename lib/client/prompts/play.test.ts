import { expect, test } from "vitest";
import { nothingPlayed, withBefore, withChunk } from "./play";

const choice = (delta: object) => ({ choices: [{ index: 0, delta }] });

test.each<[what: string, chunk: Record<string, unknown>, change: object]>([
  ["a chunk of text", choice({ content: "Hi" }), { text: "Hi" }],
  ["an empty one", choice({ role: "assistant", content: null }), {}],
  ["usage", { choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } }, { inputTokens: 3, outputTokens: 0 }],
  ["a cost", { choices: [], gateway_metadata: { cost: 0.25 } }, { cost: 0.25 }],
  ["no price", { choices: [], gateway_metadata: { cost: null } }, { cost: null }],
  [
    "a call of a tool",
    choice({ tool_calls: [{ index: 0, id: "c1", function: { name: "find", arguments: '{"a":' } }] }),
    { toolCalls: [{ id: "c1", name: "find", arguments: '{"a":' }] },
  ],
])("a chunk adds %s", (_, chunk, change) =>
  expect(withChunk(nothingPlayed, chunk)).toEqual({ ...nothingPlayed, ...change }),
);

test("tool calls grow chunk by chunk, each at its index", () => {
  const chunks = [
    { tool_calls: [{ index: 0, id: "c1", function: { name: "find", arguments: "" } }] },
    { tool_calls: [{ index: 1, id: "c2", function: { name: "get", arguments: "{}" } }] },
    { tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] },
  ];
  expect(chunks.map(choice).reduce(withChunk, nothingPlayed).toolCalls).toEqual([
    { id: "c1", name: "find", arguments: '{"a":1}' },
    { id: "c2", name: "get", arguments: "{}" },
  ]);
});

test("an answer after tool results sums all calls, and unknown figures stay unknown", () => {
  const first = { ...nothingPlayed, firstMs: 5, totalMs: 10, cost: 0.1, inputTokens: 3, outputTokens: 1 };
  const second = {
    ...nothingPlayed,
    text: "Done",
    firstMs: 2,
    totalMs: 4,
    cost: null,
    inputTokens: 4,
    outputTokens: 2,
  };
  expect(withBefore(first, second)).toEqual({
    ...second,
    firstMs: 5,
    totalMs: 14,
    cost: null,
    inputTokens: 7,
    outputTokens: 3,
  });
});

test("a stream that breaks off throws the gateway's reason", () => {
  expect(() =>
    withChunk(nothingPlayed, { error: { message: "The provider is gone.", code: "upstream_error" } }),
  ).toThrow("The provider is gone.");
});
