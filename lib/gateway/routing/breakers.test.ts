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

describe("a breaker", () => {
  test("opens after failures in a row, for its time, and says so once", () => {
    fail(2);
    expect(breakers.waitFor("a")).toBe(0);
    fail(3);
    expect(breakers.waitFor("a")).toBe(30_000);
    expect(breakers.waitFor("b")).toBe(0);
    expect(changes).toEqual([["a", 31_000]]);
  });

  test("counts again after a success", () => {
    fail(2);
    succeed();
    fail(2);
    expect(breakers.waitFor("a")).toBe(0);
  });

  test("half open lets one request pass at a time, and closes after two successes", () => {
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

  test("half open opens again at the first failure", () => {
    fail(3);
    now += 30_000;
    fail();
    expect(breakers.waitFor("a")).toBe(30_000);
    expect(changes).toHaveLength(2);
  });

  test("takes a request that says nothing for no trial", () => {
    fail(3);
    now += 30_000;
    breakers.begin("a");
    breakers.letGo("a");
    expect(breakers.waitFor("a")).toBe(0);
  });

  test("opens with that of another process, unless that is over", () => {
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

describe("slots", () => {
  const signal = new AbortController().signal;

  test.each([
    [50, 4, 12],
    [50, 1, 50],
    [2, 4, 1],
  ])("of %i places each of %i processes has %i", async (most, processes, share) => {
    const slots = new Slots(processes);
    for (let taken = 0; taken < share; taken += 1) {
      expect(slots.isFull("p", most)).toBe(false);
      await slots.take("p", most, signal);
    }
    expect(slots.isFull("p", most)).toBe(true);
  });

  test("are given in turn, each once", async () => {
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

  test("leave out clients that go away", async () => {
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
