import { expect, test } from "vitest";
import { MAX_EXAMPLES, readFeedback, withExample } from "./feedback";

const scale = (output: "Pass/Fail" | "score" | "numeric" | "choices" | "reason", change = {}) => ({
  output,
  choices: [],
  multi_choice: false,
  ...change,
});
const tone = { choices: ["kind", "rude"] };

test.each([
  [scale("Pass/Fail"), " pass ", "Passed"],
  [scale("Pass/Fail"), false, "Failed"],
  [scale("score"), "0.5", 0.5],
  [scale("numeric"), 40, 40],
  [scale("choices", tone), "KIND", "kind"],
  [scale("choices", { ...tone, multi_choice: true }), ["rude", "Kind", "rude"], ["rude", "kind"]],
  [scale("choices"), "anything", "anything"],
  [scale("reason"), "Too long.", "Too long."],
] as const)("on the scale %j, feedback %j is stored as %j", (scale, value, kept) => {
  expect(readFeedback(scale, value as string)).toEqual({ value: kept });
});

test.each([
  [scale("Pass/Fail"), "perhaps", "Passed or Failed"],
  [scale("score"), 1.5, "from 0 to 1"],
  [scale("score"), "", "a number"],
  [scale("numeric"), "many", "a number"],
  [scale("numeric"), true, "a number"],
  [scale("choices", tone), "polite", "kind, rude"],
  [scale("choices", tone), ["kind", "rude"], "one label"],
  [scale("choices", { ...tone, multi_choice: true }), [], "kind, rude"],
  [scale("reason"), " ", "be text"],
] as const)("on the scale %j, feedback %j is refused", (scale, value, problem) => {
  expect(readFeedback(scale, value as string)).toEqual({ problem: expect.stringContaining(problem) });
});

test("inputs have one example, in the judge's words", () => {
  const first = withExample([], { a: "x", b: "y" }, "Failed", "Rude.");
  expect(first).toEqual({ examples: [{ inputs: { a: "x", b: "y" }, output: "Fail", reason: "Rude." }] });
  const examples = "examples" in first ? first.examples : [];
  expect(withExample(examples, { b: "y", a: "x" }, 0.5, "")).toEqual({
    examples: [{ inputs: { b: "y", a: "x" }, output: 0.5 }],
  });
  const many = Array.from({ length: MAX_EXAMPLES }, (_, nth) => ({ inputs: { a: nth }, output: "Pass" }));
  expect(withExample(many, { a: "x" }, "Passed", "")).toEqual({ problem: expect.stringContaining("20") });
  expect(withExample(many, { a: 3 }, "Passed", "")).toHaveProperty("examples.length", MAX_EXAMPLES);
  expect(withExample([], { a: "x".repeat(30_000) }, "Passed", "")).toEqual({
    problem: expect.stringContaining("too long"),
  });
});
