import { expect, test } from "vitest";
import { type EvaluationNow, evaluationProblem } from "./evaluation-problem";

const run = { fingerprint: "f", mapping: { text: "c1", context: "c2" } };
const changed = 'The evaluation "Own" has changed since this comparison. Compare again.';

test.each<[what: string, now: EvaluationNow["now"], problem: string | null]>([
  ["is the same", { fingerprint: "f", mapping: { context: "c2", text: "c1" } }, null],
  ["has another fingerprint", { ...run, fingerprint: "g" }, changed],
  ["reads another column", { ...run, mapping: { text: "c2", context: "c2" } }, changed],
  ["reads a further column", { ...run, mapping: { ...run.mapping, expected: "c3" } }, changed],
  ["was deleted", "deleted", 'The evaluation "Own" was deleted. Set the gate without it, and compare again.'],
  [
    "cannot be pinned",
    { problem: "Evaluation template not found." },
    'The evaluation "Own" cannot run any more. Evaluation template not found.',
  ],
])("the problem of an evaluation that %s", (_, now, problem) => {
  expect(evaluationProblem({ name: "Own", now }, [run, run])).toBe(problem);
});

test("the problem of an evaluation of which only one experiment used the current state", () => {
  expect(evaluationProblem({ name: "Own", now: run }, [run, { ...run, fingerprint: "g" }])).toBe(changed);
});
