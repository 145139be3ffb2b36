import { expect, test } from "vitest";
import type { ExpectedVerdict } from "@/lib/contracts/evaluation/cases";
import { draftOf, expectedOf, expectedText } from "./expected";

const scored = (output: unknown) => ({ outcome: "scored" as const, output });

test.each<[Parameters<typeof draftOf>[0], ExpectedVerdict, string]>([
  [scored("Passed"), { kind: "passes" }, "Passes"],
  [scored("Failed"), { kind: "fails" }, "Fails"],
  [{ outcome: "unscored", output: null }, { kind: "unscored" }, "No score"],
  [scored(0.5714), { kind: "score", from: 0.5214, to: 0.6214 }, "0.5214 to 0.6214"],
  [scored(1), { kind: "score", from: 0.95, to: 1 }, "0.95 to 1"],
  [scored(12), { kind: "score", from: 11.95, to: 12.05 }, "11.95 to 12.05"],
  [scored(["joy", "calm"]), { kind: "labels", labels: ["joy", "calm"] }, "joy, calm"],
  [scored({ score: 0.5, choice: "often" }), { kind: "labels", labels: ["often"] }, "often"],
  [scored("A text."), { kind: "labels", labels: ["A text."] }, "A text."],
])("the result %j becomes the expected result", (result, expected, text) => {
  expect(expectedOf(draftOf(result))).toEqual(expected);
  expect(expectedText(expected)).toBe(text);
});

const draft = draftOf(scored(0.5));

test.each([
  { ...draft, from: "" },
  { ...draft, from: "much" },
  { ...draft, from: "0.6", to: "0.5" },
  { ...draft, kind: "labels" as const, labels: " \n " },
])("%j cannot be saved", (unfit) => expect(expectedOf(unfit)).toBeNull());
