import { beforeEach, describe, expect, test } from "vitest";
import { Breakers } from "./breakers";
import { Slots } from "./slots";

const settings = { failures: 3, openMs: 30_000, successes: 2 };
let now: number;
let changes: unknown[];
let breakers: Breakers;
beforeEach(() => {
  now = 1000;
  changes = [];
  breakers = new Breakers(
    () => now,
    (target, until) => changes.push([target, until]),
  );
});

const fail = (times = 1) => {
  for (let count = 0; count < times; count++) {
    breakers.begin("a");
    breakers.failed("a", settings);
  }
};
const succeed = () => {
  breakers.begin("a");
  breakers.succeeded("a", settings);
};

describe("circuit breaker", () => {
  test("opens for its time after consecutive failures and reports it once", () => {
    fail(2);
    expect(breakers.waitFor("a")).toBe(0);
    fail(3);
    expect(breakers.waitFor("a")).toBe(30_000);
    expect(breakers.waitFor("b")).toBe(0);
    expect(changes).toEqual([["a", 31_000]]);
  });

  test("starts counting failures again after a success", () => {
    fail(2);
    succeed();
    fail(2);
    expect(breakers.waitFor("a")).toBe(0);
  });

  test("when half-open, admits one request at a time and closes after two successes", () => {
    fail(3);
    now += 30_000;
    expect(breakers.waitFor("a")).toBe(0);
    breakers.begin("a");
    expect(breakers.waitFor("a")).toBeGreaterThan(0);
    breakers.succeeded("a", settings);
    expect(changes).toHaveLength(1);
    succeed();
    expect(changes.at(-1)).toEqual(["a", null]);
    fail(2);
    expect(breakers.waitFor("a")).toBe(0);
  });

  test("when half-open, opens again at the first failure", () => {
    fail(3);
    now += 30_000;
    fail();
    expect(breakers.waitFor("a")).toBe(30_000);
    expect(changes).toHaveLength(2);
  });

  test("does not count a request without a result as a trial", () => {
    fail(3);
    now += 30_000;
    breakers.begin("a");
    breakers.letGo("a");
    expect(breakers.waitFor("a")).toBe(0);
  });

  test("opens when it opens in another process, unless that time is over", () => {
    breakers.learn([
      ["a", now + 500],
      ["b", now],
    ]);
    expect([breakers.waitFor("a"), breakers.waitFor("b")]).toEqual([500, 0]);
    breakers.learn([["a", now + 100]]);
    expect(breakers.waitFor("a")).toBe(500);
    expect(changes).toEqual([]);
  });
});

describe("concurrency slots", () => {
  const signal = new AbortController().signal;

  test.each([
    [50, 4, 12],
    [50, 1, 50],
    [2, 4, 1],
  ])("of %i slots, each of %i processes gets %i", async (most, processes, share) => {
    const slots = new Slots(processes);
    for (let taken = 0; taken < share; taken += 1) {
      expect(slots.isFull("p", most)).toBe(false);
      await slots.take("p", most, signal);
    }
    expect(slots.isFull("p", most)).toBe(true);
  });

  test("are handed out in order, one per release", async () => {
    const slots = new Slots();
    const first = await slots.take("p", 1, signal);
    const order: string[] = [];
    const second = slots.take("p", 1, signal).then((release) => {
      order.push("second");
      release();
    });
    const third = slots.take("p", 1, signal).then(() => order.push("third"));
    expect(slots.isFull("p", 1)).toBe(true);
    first();
    first();
    await Promise.all([second, third]);
    expect(order).toEqual(["second", "third"]);
    expect(slots.isFull("p", 1)).toBe(true);
  });

  test("skip clients that have left", async () => {
    const slots = new Slots();
    const release = await slots.take("p", 1, signal);
    const leaving = new AbortController();
    const waiting = slots.take("p", 1, leaving.signal);
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    release();
    expect(slots.isFull("p", 1)).toBe(false);
  });
});
