// What may be evaluated or played again, and the status that an execution has meanwhile.
import { expect, test } from "vitest";
import { rerunFlaw, rerunStatus } from "./status";

test.each([
  ["completed", 2, null, null],
  ["failed", 2, null, null],
  ["failed", 0, "The call has no messages to evaluate.", null],
  ["cancelled", 2, "The call was cancelled, so there is nothing to evaluate.", null],
  ["ongoing", 2, "The call has not ended yet.", "The call has not ended yet."],
  ["analyzing", 2, "The call has not ended yet.", "The call has not ended yet."],
] as const)("whether a call that is %s with %i turns can be rerun", (status, turnCount, toEvaluate, toPlay) => {
  expect(rerunFlaw({ status, turnCount }, "eval_only")).toBe(toEvaluate);
  expect(rerunFlaw({ status, turnCount }, "call_and_eval")).toBe(toPlay);
});

test("a phone call that may go on at the provider is judged, and not played again", () => {
  const call = { status: "failed", turnCount: 2 } as const;
  expect(rerunFlaw(call, "eval_only", true)).toBeNull();
  expect(rerunFlaw(call, "call_and_eval", true)).toBe("The phone call is still being hung up. Try again in a moment.");
});

test.each([
  ["completed", "evaluating"],
  ["failed", "evaluating"],
  ["running", "evaluating"],
  ["cancelled", "cancelling"],
  ["cancelling", "cancelling"],
] as const)("an execution that is %s becomes %s when evaluated, and running when played", (from, toEvaluate) => {
  expect(rerunStatus(from, "eval_only")).toBe(toEvaluate);
  expect(rerunStatus(from, "call_and_eval")).toBe("running");
});
