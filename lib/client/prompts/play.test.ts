import { expect, test } from "vitest";
import { nothingPlayed, withChunk } from "./play";

const choice = (delta: object) => ({ choices: [{ index: 0, delta }] });

test.each<[what: string, chunk: Record<string, unknown>, change: object]>([
  ["a piece of text", choice({ content: "Hi" }), { text: "Hi" }],
  ["an empty one", choice({ role: "assistant", content: null }), {}],
  ["usage", { choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } }, { inputTokens: 3, outputTokens: 0 }],
  ["a cost", { choices: [], gateway_metadata: { cost: 0.25 } }, { cost: 0.25 }],
  ["no price", { choices: [], gateway_metadata: { cost: null } }, { cost: null }],
  [
    "a call of a tool",
    choice({ tool_calls: [{ index: 0, function: { name: "find", arguments: '{"a":' } }] }),
    { text: '\n(calls find) {"a":' },
  ],
])("a chunk adds %s", (_, chunk, change) =>
  expect(withChunk(nothingPlayed, chunk)).toEqual({ ...nothingPlayed, ...change }),
);

test("a stream that breaks off throws the gateway's reason", () => {
  expect(() =>
    withChunk(nothingPlayed, { error: { message: "The provider is gone.", code: "upstream_error" } }),
  ).toThrow("The provider is gone.");
});
