// Failures that a provider reports within an answer: another target is tried, and some close the target to others.
import { expect, test } from "vitest";
import { failureOf, unfinished } from "../providers/finish-reasons";
import { embeddedFailure, providerFailure } from "../providers/provider-failure";
import { isTrouble, mayFailOver, mayRetry } from "./may-fail-over";
import { defaultRouting } from "./settings";

test.each<[string, unknown, boolean]>([
  ["Cohere's failure", unfinished("ERROR"), true],
  ["Cohere's timeout", unfinished("TIMEOUT"), true],
  ["Mistral's error", failureOf([{ finish_reason: "error" }]), true],
  ["DeepSeek's lack of resources", failureOf([{ finish_reason: "insufficient_system_resource" }]), true],
  ["a choice's error", failureOf([{ error: { message: "Down", code: 502 } }]), true],
  ["an error event", { message: "Overloaded", code: "overloaded" }, true],
  ["Gemini's missing signature", unfinished("MISSING_THOUGHT_SIGNATURE"), false],
  ["Gemini's call of no tool", unfinished("UNEXPECTED_TOOL_CALL"), false],
  ["Gemini's many calls", unfinished("TOO_MANY_TOOL_CALLS"), false],
  ["Gemini's malformed call", unfinished("MALFORMED_FUNCTION_CALL"), false],
  ["Bedrock's malformed call", unfinished("malformed_tool_use"), false],
  ["an unknown end without content", unfinished("OTHER"), false],
])("%s counts for the circuit breaker or not", (_title, error, isCounted) => {
  const failure = embeddedFailure(error, []);
  expect([isTrouble(failure), mayFailOver(failure, [500])]).toEqual([isCounted, true]);
});

test.each<[number, boolean, boolean]>([
  [307, true, true],
  [400, false, false],
  [401, false, false],
  [402, true, false],
  [404, false, false],
  [408, true, false],
  [429, true, false],
  [500, true, true],
  [501, false, false],
  [520, true, true],
  [524, true, true],
  [526, true, true],
  [529, true, true],
  [530, true, true],
])(
  "after %i another target is tried or not, and the circuit breaker counts it or not",
  (status, mayAnother, counts) => {
    const failure = providerFailure({ status, headers: {}, text: "", secrets: [] });
    expect([mayFailOver(failure, defaultRouting.failover.statuses), isTrouble(failure)]).toEqual([mayAnother, counts]);
  },
);

const listed = [...defaultRouting.failover.statuses, 401, 403, 404];
test.each<[number, readonly number[], boolean]>([
  [500, defaultRouting.failover.statuses, true],
  [408, defaultRouting.failover.statuses, true],
  [402, defaultRouting.failover.statuses, false],
  [307, defaultRouting.failover.statuses, false],
  [404, defaultRouting.failover.statuses, false],
  [401, listed, true],
  [403, listed, true],
  [404, listed, true],
  [402, listed, false],
  [400, listed, false],
])(
  "after %i the same target is tried again if a retry may cure it, or a configuration lists it",
  (status, statuses, may) => {
    const failure = providerFailure({ status, headers: {}, text: "", secrets: [] });
    expect(mayRetry(failure, statuses)).toBe(may);
  },
);
