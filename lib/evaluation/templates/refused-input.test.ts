import { expect, test } from "vitest";
import { verdictOf } from "../tasks/settle-score";
import { unscoredIfRefused } from "./refused-input";
import type { Ran } from "./run-evaluation";

const error: Ran["result"] = {
  outcome: "error",
  status: "error",
  reason: "The input 'text' is missing.",
  model: null,
  metadata: null,
  rawAnswer: null,
  isConfigured: true,
  mayRetry: false,
  retryAfterSeconds: null,
};
const ran: Ran = {
  ...{ result: error, inputs: {}, refusedInput: "text", warnings: [], executionMs: 1 },
  ...{ costMicros: 0, unpriced: 0 },
};

test("a refused input leaves the row unscored, without a failure", () => {
  const settled = unscoredIfRefused(ran);
  expect(settled.result).toEqual({
    ...{ outcome: "unscored", status: "success", reason: error.reason, model: null, metadata: null, rawAnswer: null },
  });
  expect(verdictOf(settled)).toEqual({ outcome: "unscored", reason: error.reason });
});

test("other failures stay errors", () => {
  expect(unscoredIfRefused({ ...ran, refusedInput: null }).result).toEqual(error);
});
