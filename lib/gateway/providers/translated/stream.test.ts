// Streams of the AI SDK's parts as OpenAI's chunks.
import type { LanguageModelV3FinishReason, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { eventsOf } from "./stream";

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const finish = (unified: LanguageModelV3FinishReason["unified"], raw: string): LanguageModelV3StreamPart => ({
  type: "finish",
  finishReason: { unified, raw },
  usage,
});
const text: LanguageModelV3StreamPart = { type: "text-delta", id: "t", delta: "Hi" };
const start = (id: string): LanguageModelV3StreamPart => ({ type: "tool-input-start", id, toolName: "look" });
const input = (id: string, delta: string): LanguageModelV3StreamPart => ({ type: "tool-input-delta", id, delta });
const call = (id: string, args: string): LanguageModelV3StreamPart => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "look",
  input: args,
});

async function chunksOf(parts: LanguageModelV3StreamPart[]) {
  const stream = new ReadableStream<LanguageModelV3StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const decoder = new TextDecoder();
  let sent = "";
  for await (const event of eventsOf(stream, { id: "c", created: 1, model: "m" })) sent += decoder.decode(event);
  return sent
    .split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event) => JSON.parse(event.slice(6)));
}

test.each<[string, LanguageModelV3StreamPart[], string[]]>([
  ["a call without arguments", [start("a"), call("a", "{}")], ["{}"]],
  ["an empty delta", [start("a"), input("a", ""), call("a", "{}")], ["{}"]],
  [
    "arguments that came in deltas",
    [start("a"), input("a", '{"x":'), input("a", "1}"), call("a", '{"x":1}')],
    ['{"x":1}'],
  ],
  ["a call that came whole", [call("a", '{"x":1}')], ['{"x":1}']],
  ["a whole call without arguments", [call("a", "")], ["{}"]],
  [
    "one with and one without",
    [start("a"), start("b"), input("b", '{"x":1}'), call("b", '{"x":1}'), call("a", "{}")],
    ["{}", '{"x":1}'],
  ],
])("the arguments of %s are JSON", async (_title, parts, expected) => {
  const args: string[] = [];
  for (const { choices } of await chunksOf([...parts, finish("tool-calls", "tool_use")]))
    for (const { index, function: named } of choices[0]?.delta.tool_calls ?? [])
      args[index] = (args[index] ?? "") + named.arguments;
  expect(args).toEqual(expected);
});

const failure = { error: { message: expect.stringContaining("did not finish") } };
const ofRequest = { error: { ...failure.error, code: "unfinished_answer" } };
const reasoning: LanguageModelV3StreamPart = { type: "reasoning-delta", id: "r", delta: "Hm" };
test.each<[string, LanguageModelV3StreamPart[], unknown]>([
  ["a text that ends well", [text, finish("stop", "end_turn")], "stop"],
  ["nothing that ends well", [finish("stop", "end_turn")], "stop"],
  ["a text with a failure", [text, finish("error", "ERROR")], failure],
  ["a text in an unknown end", [text, finish("other", "compaction")], "stop"],
  ["nothing but an unknown end", [finish("other", "OTHER")], ofRequest],
  ["thoughts in an unknown end", [reasoning, finish("other", "OTHER")], ofRequest],
  ["calls in an unknown end", [call("a", "{}"), finish("other", "OTHER")], "tool_calls"],
  ["a text that took too long", [text, finish("other", "TIMEOUT")], failure],
  ["a text cut by the model's window", [text, finish("other", "model_context_window_exceeded")], "length"],
])("the end of %s", async (_title, parts, expected) => {
  const chunks = await chunksOf(parts);
  const reason = chunks.find((chunk) => chunk.choices?.[0]?.finish_reason)?.choices[0].finish_reason;
  expect(reason ?? chunks.at(-1)).toEqual(expected);
});

test("the tokens of a text that fails come before its error", async () => {
  const chunks = await chunksOf([text, finish("error", "MALFORMED_FUNCTION_CALL")]);
  expect(chunks.slice(1)).toMatchObject([{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 5 } }, failure]);
});
