// Whole answers of the AI SDK's models as OpenAI's completions.
import type { LanguageModelV3Content, LanguageModelV3FinishReason } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { completionOf } from "./answer";

const text: LanguageModelV3Content = { type: "text", text: "Hi" };
const thought: LanguageModelV3Content = { type: "reasoning", text: "Hm" };
const call: LanguageModelV3Content = { type: "tool-call", toolCallId: "a", toolName: "look", input: "{}" };
const failure = { error: { message: expect.stringContaining("did not finish") } };
const finished = (reason: string) => ({ choices: [{ finish_reason: reason }] });

test.each<[string, LanguageModelV3Content[], LanguageModelV3FinishReason["unified"], string | undefined, object]>([
  ["a text", [text], "stop", "end_turn", finished("stop")],
  ["no text", [], "stop", "end_turn", finished("stop")],
  ["a filter's cut", [], "content-filter", "SAFETY", finished("content_filter")],
  ["a filter's cut that the SDK does not know", [], "other", "MODEL_ARMOR", finished("content_filter")],
  ["a picture that is prohibited", [text], "other", "IMAGE_PROHIBITED_CONTENT", finished("content_filter")],
  ["Cohere's failure", [text], "error", "ERROR", failure],
  ["Cohere's timeout", [text], "other", "TIMEOUT", failure],
  ["Gemini's malformed call", [], "error", "MALFORMED_FUNCTION_CALL", failure],
  ["Gemini's answer without content", [], "other", "OTHER", failure],
  ["Gemini's thoughts alone", [thought], "other", "OTHER", failure],
  ["Gemini's call of no tool", [text], "other", "UNEXPECTED_TOOL_CALL", failure],
  ["Bedrock's malformed output", [text], "other", "malformed_model_output", failure],
  ["Bedrock's malformed call", [text, call], "other", "malformed_tool_use", failure],
  ["Bedrock's full window", [text], "other", "model_context_window_exceeded", finished("length")],
  ["Anthropic's compaction", [text], "other", "compaction", finished("stop")],
  ["a call with an unknown end", [call], "other", "new", finished("tool_calls")],
  ["a text without a reason", [text], "other", undefined, finished("stop")],
])("%s", (_title, content, unified, raw, expected) => {
  const usage = {
    inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 5, text: 5, reasoning: 0 },
  };
  const result = { content, finishReason: { unified, raw }, usage, warnings: [] };
  expect(completionOf(result, { id: "c", created: 1, model: "m" })).toMatchObject(expected);
});
