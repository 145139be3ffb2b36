import { expect, test } from "vitest";
import { verdictText } from "./verdict-text";
import { sourceText } from "./words";

test.each<[unknown, string]>([
  ["Passed", "Passed"],
  [0, "0"],
  [1, "1"],
  [0.123456, "0.1235"],
  [0.000012, "1.20e-5"],
  ["calm", "calm"],
  [["calm", "warm"], "calm, warm"],
  [{ score: 0.5, choice: "calm" }, "calm (0.5)"],
  [{ score: null, choices: ["calm", "warm"] }, "calm, warm"],
  [null, "–"],
  [{ other: 1 }, '{"other":1}'],
])("%j reads as %j", (output, text) => expect(verdictText(output)).toBe(text));

test("a source is shown as text", () => {
  expect(["sdk", "eval_playground"].map(sourceText)).toEqual(["SDK", "Eval playground"]);
});
