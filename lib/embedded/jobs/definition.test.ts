import { eventType, type InngestFunction } from "inngest";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { define } from "./definition";
import { createClient } from "./testing-client";

const client = createClient();
const event = { event: "test/a" } as const;
const create = (options: Partial<InngestFunction.Options>) =>
  client.createFunction({ id: "it", triggers: event, ...options }, () => undefined);
const defineOne = (options: Partial<InngestFunction.Options>) => define(client, [create(options)]).get("test-it");

describe("reads the definition", () => {
  it("of a plain function", () => {
    expect(defineOne({})).toEqual({
      id: "test-it",
      maxAttempts: 4,
      events: ["test/a"],
      schedules: [],
      concurrency: [],
      debounce: null,
      idempotency: null,
      failureId: null,
    });
  });

  it("of a function that uses every supported feature", () => {
    const typed = eventType("test/typed", { schema: z.object({ id: z.string() }) });
    const found = defineOne({
      triggers: [{ event: typed }, { event: "test/*" }, { cron: "*/5 * * * *" }],
      retries: 0,
      batchEvents: { maxSize: 10, timeout: "5s" },
      concurrency: [{ limit: 2, key: "event.data.user.id" }, { limit: 5 }],
      debounce: { period: "5s", key: "event.data.id", timeout: "1m" },
      idempotency: "event.data.id",
      onFailure: () => undefined,
    });
    expect(found).toMatchObject({
      maxAttempts: 1,
      events: ["test/typed", "test/*"],
      schedules: [{ expression: "*/5 * * * *" }],
      concurrency: [
        { limit: 2, key: "data.user.id" },
        { limit: 5, key: null },
      ],
      debounce: { periodMs: 5000, timeoutMs: 60_000, key: "data.id" },
      idempotency: "data.id",
      failureId: "test-it-failure",
    });
  });

  it("registers failure handlers as functions with one retry", () => {
    const definitions = define(client, [create({ onFailure: () => undefined })]);
    expect(definitions.get("test-it-failure")).toMatchObject({ events: [], maxAttempts: 2 });
  });
});

describe("refuses what the driver does not support, and names the function and the feature", () => {
  it.each<[string, Partial<InngestFunction.Options>]>([
    ["priority", { priority: { run: "event.data.priority" } }],
    ["singleton", { singleton: { mode: "skip" } }],
    ["timeouts", { timeouts: { finish: "1h" } }],
    ["`if` expression in triggers", { triggers: [{ event: "test/a", if: "event.data.x > 1" }] }],
    ["throttle", { throttle: { limit: 4, period: "1m" } }],
    ["rateLimit", { rateLimit: { limit: 10, period: "1h" } }],
    ["cancelOn", { cancelOn: [{ event: "test/stopped" }] }],
    ["never sends", { triggers: [{ event: "inngest/function.invoked" }] }],
    ["nothing starts it", { triggers: [] }],
    ["wildcard", { triggers: [{ event: "test/*.done" }] }],
    ["five fields", { triggers: [{ cron: "TZ=Europe/Paris 0 12 * * *" }] }],
    ["plain path", { concurrency: { limit: 1, key: "event.data.a + event.data.b" } }],
    ["scope", { concurrency: { limit: 1, key: "event.data.a", scope: "account" } }],
    ["plain path", { idempotency: "event.data.a + '-'" }],
    ["optimizeParallelism", { optimizeParallelism: false }],
  ])("%s", (feature, options) => {
    const attempt = () => defineOne(options);
    expect(attempt).toThrow('The function "test-it"');
    expect(attempt).toThrow(feature);
  });

  it("two functions with one id", () => {
    expect(() => define(client, [create({}), create({})])).toThrow('"test-it"');
  });
});
