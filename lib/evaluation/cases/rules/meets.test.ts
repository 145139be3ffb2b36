import { expect, test } from "vitest";
import type { ExpectedVerdict } from "@/lib/contracts/evaluation/cases";
import { type CaseResult, meets } from "./meets";

const passed: CaseResult = { outcome: "scored", output: "Passed", score: 1, passed: true };
const unscored: CaseResult = { outcome: "unscored", output: null, score: null, passed: null };
const scored = (score: number): CaseResult => ({ outcome: "scored", output: score, score, passed: null });
const resultOf = (output: unknown): CaseResult => ({ outcome: "scored", output, score: null, passed: null });

test.each<[ExpectedVerdict, CaseResult, boolean]>([
  [{ kind: "passes" }, passed, true],
  [{ kind: "fails" }, passed, false],
  [{ kind: "fails" }, { ...passed, output: "Failed", score: 0, passed: false }, true],
  [{ kind: "fails" }, scored(0), false],
  [{ kind: "passes" }, unscored, false],
  [{ kind: "fails" }, unscored, false],
  [{ kind: "fails" }, { ...unscored, outcome: "error" }, false],
  [{ kind: "unscored" }, unscored, true],
  [{ kind: "unscored" }, { ...unscored, outcome: "error" }, false],
  [{ kind: "unscored" }, passed, false],
  [{ kind: "score", from: 0.5, to: 0.7 }, scored(0.5), true],
  [{ kind: "score", from: 0.5, to: 0.7 }, scored(0.7), true],
  [{ kind: "score", from: 0.5, to: 0.7 }, scored(0.71), false],
  [{ kind: "score", from: 0, to: 0 }, unscored, false],
  [{ kind: "labels", labels: ["Joy", "calm"] }, resultOf(["Calm", "joy"]), true],
  [{ kind: "labels", labels: ["joy"] }, resultOf(["joy", "calm"]), false],
  [{ kind: "labels", labels: ["often"] }, resultOf({ score: 0.5, choice: "Often " }), true],
  [{ kind: "labels", labels: ["a", "b"] }, resultOf({ score: 0.5, choices: ["b", "a"] }), true],
  [{ kind: "labels", labels: ["Passed"] }, passed, true],
])("an expected %j is met by %j: %j", (expected, outcome, met) => expect(meets(expected, outcome)).toBe(met));
