import { invoke, NonRetriableError, RetryAfterError } from "inngest";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createPlayground, type Playground } from "./testing";
import { createClient } from "./testing-client";

const soon = () => new Date(Date.now() + 20);

let playground: Playground;
beforeAll(async () => {
  playground = await createPlayground();
});
afterAll(() => playground.close());

describe("one driver", () => {
  const inngest = createClient();
  let calls: string[] = [];
  beforeEach(() => {
    calls = [];
  });
  const effect = (name: string) => () => {
    calls.push(name);
    return name.toUpperCase();
  };

  const steps = inngest.createFunction({ id: "steps", triggers: { event: "test/steps.wanted" } }, async ({ step }) => {
    const first = await step.run("first", effect("first"));
    const parallel = await Promise.all(["a", "b", "c"].map((name) => step.run(name, effect(name))));
    await step.sleepUntil("nap", soon());
    return [first, ...parallel, await step.run("last", effect("last"))];
  });

  const flaky = inngest.createFunction(
    {
      id: "flaky",
      retries: 2,
      triggers: { event: "test/flaky.wanted" },
      onFailure: ({ error, event }) => {
        calls.push(`failed: ${error.message} for ${event.data.event.data.id}`);
      },
    },
    async ({ step }) => {
      await step.run("try", () => {
        calls.push("try");
        throw new RetryAfterError("not today", soon());
      });
    },
  );

  const caught = inngest.createFunction({ id: "caught", triggers: { event: "test/caught.wanted" } }, ({ step }) =>
    step
      .run("never", () => {
        calls.push("never");
        throw new NonRetriableError("no use");
      })
      .catch((error: Error) => `caught ${error.message}`),
  );

  const restless = inngest.createFunction(
    { id: "restless", retries: 1, triggers: { event: "test/restless.wanted" } },
    ({ attempt }) => {
      calls.push(`attempt ${attempt}`);
      throw new RetryAfterError("outside of steps", soon());
    },
  );

  const double = inngest.createFunction(
    { id: "double", triggers: invoke(z.object({ number: z.number() })) },
    ({ event }) => ({ twice: event.data.number * 2 }),
  );
  const refusing = inngest.createFunction({ id: "refusing", retries: 0 }, () => {
    throw new Error("will not");
  });
  const endless = inngest.createFunction({ id: "endless" }, ({ step }) => step.sleep("for ever", "1d"));
  const invoker = inngest.createFunction(
    { id: "invoker", triggers: { event: "test/invoke.wanted" } },
    async ({ step }) => {
      const doubled = await step.invoke("double", { function: double, data: { number: 21 } });
      const refused = await step.invoke("refuse", { function: refusing }).catch((error: Error) => error.message);
      const late = await step
        .invoke("late", { function: endless, timeout: "1s" })
        .catch((error: Error) => error.message);
      return { doubled, refused, late };
    },
  );

  const waiter = inngest.createFunction({ id: "waiter", triggers: { event: "test/wait.wanted" } }, async ({ step }) => {
    const answer = await step.waitForEvent("answer", { event: "test/answered", match: "data.id", timeout: "1h" });
    const silence = await step.waitForEvent("silence", { event: "test/never", timeout: "1s" });
    return { answer: answer?.data.text, silence };
  });

  const chain = inngest.createFunction({ id: "chain", triggers: { event: "test/chain.wanted" } }, async ({ step }) => {
    const { ids } = await step.sendEvent("tell", { name: "test/chained.told", data: { from: "chain" } });
    return ids.length;
  });
  const listener = inngest.createFunction(
    { id: "listener", triggers: { event: "test/chained.*" } },
    ({ event }) => event.name,
  );

  const cancellable = inngest.createFunction(
    {
      id: "cancellable",
      triggers: { event: "test/cancel.wanted" },
      cancelOn: [{ event: "test/cancelled", match: "data.id" }],
    },
    async ({ step, event }) => {
      await step.waitForEvent("end", { event: "test/finish.wanted", timeout: "1h" });
      return event.data.id;
    },
  );

  const onCancelled = inngest.createFunction(
    { id: "on-cancelled", triggers: { event: "inngest/function.cancelled" } },
    ({ event }) => event.data.function_id,
  );

  const debounced = inngest.createFunction(
    { id: "debounced", triggers: { event: "test/typed" }, debounce: { period: "1s", key: "event.data.field" } },
    ({ event }) => event.data.text,
  );

  const idempotent = inngest.createFunction(
    { id: "idempotent", triggers: { event: "test/order.placed" }, idempotency: "event.data.order" },
    ({ event }) => event.data.order,
  );

  const limited = inngest.createFunction(
    {
      id: "limited",
      triggers: { event: "test/limited.wanted" },
      rateLimit: { limit: 2, period: "1h", key: "event.data.key" },
    },
    ({ event }) => event.data.number,
  );

  const throttled = inngest.createFunction(
    { id: "throttled", triggers: { event: "test/throttled.wanted" }, throttle: { limit: 1, period: "1s" } },
    ({ event }) => event.data.number,
  );

  const unsupported = inngest.createFunction(
    { id: "unsupported", triggers: { event: "test/unsupported.wanted" } },
    async ({ step }) => {
      await step.waitForEvent("condition", { event: "test/answered", if: "async.data.number > 3", timeout: "1h" });
    },
  );

  const functions = [
    ...[steps, flaky, caught, restless, double, refusing, endless, invoker, waiter, chain, listener, cancellable],
    ...[onCancelled, debounced, idempotent, limited, throttled, unsupported],
  ];
  beforeAll(async () => {
    await playground.start(inngest, functions);
  });
  const send = (name: string, data: Record<string, unknown> = {}, id?: string) =>
    inngest.send({ name, data, ...(id === undefined ? {} : { id }) });

  it("runs each step once, parallel ones and those after a sleep too", async () => {
    await send("test/steps.wanted");
    const [run] = await playground.ended("test-steps");
    expect(run).toMatchObject({ status: "completed", output: ["FIRST", "A", "B", "C", "LAST"], error: null });
    expect(calls.toSorted()).toEqual(["a", "b", "c", "first", "last"]);
    expect(run?.startedAt?.getTime()).toBeLessThanOrEqual(run?.endedAt?.getTime() ?? 0);
  });

  it("retries a step, then fails the run and calls its failure handler", async () => {
    await send("test/flaky.wanted", { id: 7 });
    const [run] = await playground.ended("test-flaky");
    expect(run).toMatchObject({ status: "failed", error: { message: "not today" } });
    await playground.ended("test-flaky-failure");
    expect(calls).toEqual(["try", "try", "try", "failed: not today for 7"]);
  });

  it("does not retry what must not be retried, and lets the function catch it", async () => {
    await send("test/caught.wanted");
    const [run] = await playground.ended("test-caught");
    expect(run).toMatchObject({ status: "completed", output: "caught no use" });
    expect(calls).toEqual(["never"]);
  });

  it("retries errors outside of steps", async () => {
    await send("test/restless.wanted");
    const [run] = await playground.ended("test-restless");
    expect(run).toMatchObject({ status: "failed", error: { message: "outside of steps" } });
    expect(calls).toEqual(["attempt 0", "attempt 1"]);
  });

  it("invokes functions and hands back their output or error", async () => {
    await send("test/invoke.wanted");
    const [run] = await playground.ended("test-invoker");
    expect(run?.output).toEqual({
      doubled: { twice: 42 },
      refused: "will not",
      late: 'The function "test-endless" did not finish within 1s',
    });
  });

  it("waits for the event that matches, and gives up on time", async () => {
    await send("test/wait.wanted", { id: "x" });
    await waiting(1);
    await send("test/answered", { id: "other", text: "not for you" });
    await send("test/answered", { id: "x", text: "hello" });
    const [run] = await playground.ended("test-waiter");
    expect(run?.output).toEqual({ answer: "hello", silence: null });
  });

  it("sends events from a step to whoever listens, by wildcard too", async () => {
    await send("test/chain.wanted");
    expect((await playground.ended("test-chain"))[0]?.output).toBe(1);
    expect((await playground.ended("test-listener"))[0]?.output).toBe("test/chained.told");
  });

  it("cancels the run whose event matches, and no other", async () => {
    await send("test/cancel.wanted", { id: "one" });
    await send("test/cancel.wanted", { id: "two" });
    await waiting(4);
    await send("test/cancelled", { id: "one" });
    await send("test/finish.wanted");
    const runs = await playground.ended("test-cancellable", 2);
    expect(runs.map((run) => [run.status, run.output])).toEqual([
      ["cancelled", null],
      ["completed", "two"],
    ]);
    expect((await playground.ended("test-on-cancelled"))[0]?.output).toBe("test-cancellable");
  });

  it("debounces by key, and keeps the last event", async () => {
    for (const text of ["h", "he", "hey"]) await send("test/typed", { field: "a", text });
    await send("test/typed", { field: "b", text: "other" });
    const runs = await playground.ended("test-debounced", 2);
    expect(runs.map((run) => run.output).toSorted()).toEqual(["hey", "other"]);
  });

  it("drops events and runs that it has seen, and what exceeds a rate limit", async () => {
    const first = await send("test/chained.once", {}, "same-id");
    expect(await send("test/chained.once", {}, "same-id")).toEqual(first);
    for (const order of [1, 1, 2]) await send("test/order.placed", { order });
    for (const number of [1, 2, 3]) await send("test/limited.wanted", { key: "k", number });
    await send("test/limited.wanted", { key: "other", number: 4 });
    const outputs = async (id: string, count: number) =>
      (await playground.ended(id, count)).map((run) => run.output).toSorted();
    expect(await outputs("test-idempotent", 2)).toEqual([1, 2]);
    expect(await outputs("test-limited", 3)).toEqual([1, 2, 4]);
    const once = (await playground.ended("test-listener", 2)).filter((run) => run.output === "test/chained.once");
    expect(once).toHaveLength(1);
  });

  it("spaces throttled starts evenly", async () => {
    for (const number of [1, 2, 3]) await send("test/throttled.wanted", { number });
    const runs = await playground.ended("test-throttled", 3);
    const starts = runs.map((run) => run.startedAt?.getTime() ?? 0).toSorted();
    expect((starts[2] ?? 0) - (starts[0] ?? 0)).toBeGreaterThanOrEqual(1900);
  });

  it("fails a run that uses an unsupported step, and says which", async () => {
    await send("test/unsupported.wanted");
    const [run] = await playground.ended("test-unsupported");
    expect(run).toMatchObject({ status: "failed", error: { message: expect.stringContaining("step.waitForEvent") } });
  });

  /** Until `count` waits have been registered. */
  const waiting = (count: number) =>
    expect
      .poll(async () => (await playground.pool.query("select count(*)::integer as n from jobs.waits")).rows[0].n)
      .toBe(count);
});
