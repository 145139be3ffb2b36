import { getAsyncCtx } from "inngest/experimental";
import { expect, test } from "vitest";
import { createHandler } from "./handler";
import { createClient } from "./testing-client";

/** What Node's hooks leave on a promise that is made while they are on. */
const marks = () => Object.getOwnPropertySymbols(Promise.resolve());

test("functions know their execution, and promises cost nothing extra afterwards", async () => {
  // Suites that ran before in this worker may have left theirs.
  const before = marks();
  const client = createClient();
  client.setEnvVars({ INNGEST_SIGNING_KEY: "signkey-test-00" });
  const seen: unknown[] = [];
  const one = client.createFunction({ id: "one", triggers: { event: "one/asked" } }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen.push((await getAsyncCtx())?.execution?.ctx.runId);
  });
  const call = createHandler(client, [one]);
  const event = { id: "1", name: "one/asked", data: {}, ts: 0 };
  const ask = (runId: string) =>
    call({
      functionId: "test-one",
      stepId: null,
      runId,
      event,
      attempt: 0,
      mayRunStep: true,
      maxAttempts: 1,
      steps: [],
    });
  const replies = await Promise.all([ask("first"), ask("second")]);
  expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, "null"]));
  expect(seen).toEqual(["first", "second"]);
  expect(marks()).toEqual(before);
});
