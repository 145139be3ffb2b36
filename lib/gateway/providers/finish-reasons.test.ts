import { expect, test } from "vitest";
import { failureOf, withKnownReasons } from "./finish-reasons";

test.each<[string, object[], object | null]>([
  ["an end", [{ finish_reason: "stop" }], null],
  ["a part", [{ finish_reason: null, delta: { content: "a" } }], null],
  ["a full limit", [{ finish_reason: "length" }], null],
  ["a filter's cut", [{ finish_reason: "content_filter" }], null],
  ["an error that is null", [{ error: null, finish_reason: "stop" }], null],
  ["OpenRouter's error", [{ error: { code: 502, message: "Down" }, finish_reason: "error" }], { message: "Down" }],
  ["an error without a reason", [{ error: { message: "Down" } }], { message: "Down" }],
  ["Mistral's error", [{ finish_reason: "error" }], { message: expect.stringContaining("error") }],
  [
    "DeepSeek's lack of resources",
    [{ finish_reason: "insufficient_system_resource" }],
    { message: expect.stringContaining("insufficient_system_resource") },
  ],
  ["one of two", [{ finish_reason: "stop" }, { finish_reason: "error" }], { message: expect.any(String) }],
])("the failure of %s", (_title, choices, expected) => {
  const failure = failureOf(choices as Record<string, unknown>[]);
  if (expected === null) expect(failure).toBeNull();
  else expect(failure).toMatchObject(expected);
});

test("Mistral's full window is a full limit", () => {
  const choices = [{ finish_reason: "model_length" }, { finish_reason: "stop" }];
  expect(withKnownReasons(choices)).toBe(true);
  expect(choices).toEqual([{ finish_reason: "length" }, { finish_reason: "stop" }]);
  expect(withKnownReasons(choices)).toBe(false);
});
