import { expect, test } from "vitest";
import { runVerdict } from "./run-verdict";

const thresholds = { passRate: 0.9, coverage: 0.9 };

test.each([
  ["enough pass", { total: 10, open: 0, passed: 9, failed: 1, excluded: 0, unscored: 0, cancelled: 0 }, true, true],
  ["too few pass", { total: 10, open: 0, passed: 8, failed: 2, excluded: 0, unscored: 0, cancelled: 0 }, true, false],
  ["too few count", { total: 10, open: 0, passed: 5, failed: 0, excluded: 5, unscored: 0, cancelled: 0 }, true, false],
  ["none counts", { total: 2, open: 0, passed: 0, failed: 0, excluded: 2, unscored: 0, cancelled: 0 }, true, false],
  ["it goes on", { total: 10, open: 1, passed: 9, failed: 0, excluded: 0, unscored: 0, cancelled: 0 }, false, null],
] as const)("the verdict of a run: %s", (_, counts, isOver, passed) =>
  expect(runVerdict({ counts, thresholds, isOver }).passed).toBe(passed),
);

test("a run that was cancelled before enough calls counted says so", () => {
  const of = (passed: number) => ({ total: 10, open: 0, passed, failed: 0, excluded: 0, unscored: 0, cancelled: 0 });
  const reasonOf = (passed: number) => runVerdict({ counts: of(passed), thresholds, isOver: true, isCancelled: true });
  expect(reasonOf(0)).toMatchObject({ passed: false, reason: "The execution was cancelled before any call counted." });
  expect(reasonOf(5)).toMatchObject({
    passed: false,
    coverage: 0.5,
    reason: "The execution was cancelled: 50 % of the calls count; a verdict needs at least 90 %.",
  });
  expect(reasonOf(9)).toMatchObject({ passed: true, reason: "100 % of 9 calls passed; 90 % must pass." });
});

test("the reason says what ended calls, and why they were excluded", () => {
  const none = { total: 40, open: 0, passed: 0, failed: 0, excluded: 0, unscored: 0, cancelled: 0 };
  const unplayed = [{ reason: "The run reached its cost ceiling.", calls: 37 }];
  const few = { ...none, passed: 3, cancelled: 37 };
  expect(runVerdict({ counts: few, thresholds, isOver: true, unplayed }).reason).toBe(
    "7.5 % of the calls count; a verdict needs at least 90 %. 37 of 40 calls were not played. The run reached its cost ceiling.",
  );
  const exclusions = [
    { kind: "rate_limited" as const, side: "provider" as const, calls: 9 },
    { kind: "role_break" as const, side: "simulator" as const, calls: 1 },
  ];
  const excluded = { ...none, total: 10, excluded: 10 };
  expect(runVerdict({ counts: excluded, thresholds, isOver: true, exclusions }).reason).toBe(
    "No calls count. 10 of 10 calls were excluded: 9 rate_limited (provider), 1 role_break (simulator).",
  );
  const unscored = { ...none, total: 10, unscored: 10 };
  expect(runVerdict({ counts: unscored, thresholds, isOver: true }).reason).toBe(
    "No calls count. 10 of 10 calls are unscored: nothing says whether they passed.",
  );
  const evaluation = (scored: number) => ({ name: "Length", scored, total_cells: 10, no_score_reason: null });
  const unscoredReason = (scored: number) =>
    runVerdict({ counts: unscored, thresholds, isOver: true, evaluations: [evaluation(scored)] }).reason;
  expect(unscoredReason(10)).toBe("No calls count. 10 of 10 calls are unscored: nothing says whether they passed.");
  expect(unscoredReason(9)).toContain("10 of 10 calls are unscored: an evaluation has no score.");
  const passed = { ...none, total: 10, passed: 9, excluded: 1 };
  expect(runVerdict({ counts: passed, thresholds, isOver: true, exclusions }).reason).toBe(
    "100 % of 9 calls passed; 90 % must pass.",
  );
});

test("the reason names evaluations that scored none or too few of their calls", () => {
  const counts = { total: 10, open: 0, passed: 2, failed: 8, excluded: 0, unscored: 0, cancelled: 0 };
  const evaluation = (
    name: string,
    scored: number,
    total_cells = 10,
    why: string | null = "No model is configured.",
  ) => ({
    name,
    scored,
    total_cells,
    no_score_reason: why,
  });
  const reasonOf = (...evaluations: ReturnType<typeof evaluation>[]) =>
    runVerdict({ counts, thresholds, isOver: true, evaluations }).reason.replace(/^20 % [^.]*\. ?/, "");
  expect(reasonOf(evaluation("Tone", 9), evaluation("Few", 2, 2), evaluation("Skipped", 0, 0))).toBe("");
  expect(reasonOf(evaluation("Tone", 10), evaluation("Sem", 0))).toBe(
    "Sem scored 0 of 10 calls: No model is configured.",
  );
  expect(reasonOf(evaluation("Sem", 0, 10, "No model, or map…"))).toBe("Sem scored 0 of 10 calls: No model, or map…");
  expect(reasonOf(evaluation("Sem", 8, 10, ""))).toBe("Sem scored 8 of 10 calls.");
  expect(reasonOf(...["A", "B", "C", "D", "E"].map((name) => evaluation(name, 0, 1, null)))).toBe(
    "A scored 0 of 1 calls. B scored 0 of 1 calls. C scored 0 of 1 calls. More evaluations without scores: 2.",
  );
});
