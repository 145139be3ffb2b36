import { describe, expect, it } from "vitest";
import { outcomeOf } from "./reply";

describe("outcomeOf", () => {
  const step = { id: "1", op: "StepRun", data: null };
  it.each([
    { title: "an output", reply: { status: 200, body: '{"x":1}' }, expected: { kind: "finished", output: { x: 1 } } },
    { title: "no output", reply: { status: 200, body: "null" }, expected: { kind: "finished", output: null } },
    {
      title: "operations",
      reply: { status: 206, body: JSON.stringify([step]) },
      expected: { kind: "operations", operations: [step], retryAfter: null },
    },
    {
      title: "an error to retry",
      reply: { status: 500, body: '{"message":"m"}', headers: { "X-Inngest-No-Retry": "false", "Retry-After": "9" } },
      expected: { kind: "failed", error: { message: "m" }, mayRetry: true, retryAfter: "9" },
    },
    {
      title: "a final error",
      reply: { status: 400, body: '{"message":"m"}', headers: { "x-inngest-no-retry": "true" } },
      expected: { kind: "failed", error: { message: "m" }, mayRetry: false, retryAfter: null },
    },
  ])("reads $title", ({ reply, expected }) => {
    expect(outcomeOf({ headers: {}, ...reply })).toEqual(expected);
  });
});
