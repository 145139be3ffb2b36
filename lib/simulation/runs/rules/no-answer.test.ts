import { expect, test } from "vitest";
import type { FaultKind } from "@/lib/contracts/simulation/call-names";
import { unanswered } from "../../conversation/answer";
import { noAnswer } from "./no-answer";

const failed = (kind: FaultKind, text = "", retryAfterSeconds: number | null = null) =>
  noAnswer(unanswered("provider", kind, "Why.", text, { retryAfterSeconds }), "acme/customer");

test("a model that cannot be called is a 400 that names it, what the gateway said, and the remedy", () => {
  const { kind, message } = failed("not_configured", "No provider has the model.");
  expect([kind, message]).toEqual([
    "invalid",
    'The simulated customer\'s model "acme/customer" cannot be called: No provider has the model. Choose another simulator_model in the settings of the run test, or scripted, which needs no model.',
  ]);
});

test("a long name of a model is cut", () => {
  const answer = unanswered("provider", "not_configured", "Why.", "No.");
  expect(noAnswer(answer, "x".repeat(255)).message.length).toBeLessThan(300);
});

const OVER = "The call has failed and takes no more messages: start a new test execution.";

test.each<[FaultKind, string, string]>([
  ["budget", "invalid", "Why. The budget is spent."],
  ["refusal", "invalid", "Why. The budget is spent."],
  ["unavailable", "unavailable", `${OVER} Why. The budget is spent.`],
  ["timeout", "unavailable", `${OVER} Why. The budget is spent.`],
  ["rate_limited", "unavailable", `${OVER} Why. The budget is spent.`],
  ["empty_turn", "unavailable", `${OVER} Why. The budget is spent.`],
])("%s is a refusal of kind %s", (kind, expected, message) => {
  const failure = failed(kind, "The budget is spent.");
  expect([failure.kind, failure.message]).toEqual([expected, message]);
});

test("a client is not asked to retry, as the call has ended", () => {
  expect(failed("rate_limited", "", 7).detail).toEqual({});
  expect(failed("timeout").detail).toEqual({});
  expect(failed("timeout").message).toBe(`${OVER} Why.`);
});
