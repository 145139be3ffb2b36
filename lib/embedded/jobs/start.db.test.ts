import { NonRetriableError, RetryAfterError } from "inngest";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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

  const chain = inngest.createFunction({ id: "chain", triggers: { event: "test/chain.wanted" } }, async ({ step }) => {
    const { ids } = await step.sendEvent("tell", { name: "test/chained.told", data: { from: "chain" } });
    return ids.length;
  });
  const listener = inngest.createFunction(
    { id: "listener", triggers: { event: "test/chained.*" } },
    ({ event }) => event.name,
  );

  const debounced = inngest.createFunction(
    { id: "debounced", triggers: { event: "test/typed" }, debounce: { period: "1s", key: "event.data.field" } },
    ({ event }) => event.data.text,
  );

  const idempotent = inngest.createFunction(
    { id: "idempotent", triggers: { event: "test/order.placed" }, idempotency: "event.data.order" },
    ({ event }) => event.data.order,
  );

  const unsupported = inngest.createFunction(
    { id: "unsupported", triggers: { event: "test/unsupported.wanted" } },
    async ({ step }) => {
      await step.waitForEvent("condition", { event: "test/answered", timeout: "1h" });
    },
  );

  const functions = [steps, flaky, caught, restless, chain, listener, debounced, idempotent, unsupported];
  beforeAll(async () => {
    await playground.start(inngest, functions);
  });
  const send = (name: string, data: Record<string, unknown> = {}, id?: string) =>
    inngest.send({ name, data, ...(id === undefined ? {} : { id }) });

  it("runs each step once, also parallel steps and those after a sleep", async () => {
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

  it("does not retry an error marked as final, and lets the function catch it", async () => {
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

  it("sends events from a step to all listeners, also by wildcard", async () => {
    await send("test/chain.wanted");
    expect((await playground.ended("test-chain"))[0]?.output).toBe(1);
    expect((await playground.ended("test-listener"))[0]?.output).toBe("test/chained.told");
  });

  it("debounces by key, and keeps the last event", async () => {
    for (const text of ["h", "he", "hey"]) await send("test/typed", { field: "a", text });
    await send("test/typed", { field: "b", text: "other" });
    const runs = await playground.ended("test-debounced", 2);
    expect(runs.map((run) => run.output).toSorted()).toEqual(["hey", "other"]);
  });

  it("drops events and runs that it has seen before", async () => {
    const first = await send("test/chained.once", {}, "same-id");
    expect(await send("test/chained.once", {}, "same-id")).toEqual(first);
    for (const order of [1, 1, 2]) await send("test/order.placed", { order });
    const outputs = async (id: string, count: number) =>
      (await playground.ended(id, count)).map((run) => run.output).toSorted();
    expect(await outputs("test-idempotent", 2)).toEqual([1, 2]);
    const once = (await playground.ended("test-listener", 2)).filter((run) => run.output === "test/chained.once");
    expect(once).toHaveLength(1);
  });

  it("fails a run that uses an unsupported step, and says which", async () => {
    await send("test/unsupported.wanted");
    const [run] = await playground.ended("test-unsupported");
    expect(run).toMatchObject({ status: "failed", error: { message: expect.stringContaining("WaitForEvent") } });
  });
});
