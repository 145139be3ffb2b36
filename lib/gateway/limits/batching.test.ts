import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBatch } from "./batching";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Calls that end when the test says so. */
function calls() {
  const batch = createBatch();
  const started: string[] = [];
  const ends = new Map<string, (outcome: Promise<string>) => void>();
  const start = (name: string) =>
    batch(() => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, resolve));
    });
  return { started, start, end: (name: string, outcome = Promise.resolve(name)) => ends.get(name)?.(outcome) };
}

test("the first call starts at once, those that come meanwhile together when it returns", async () => {
  const { started, start, end } = calls();
  const first = start("a");
  const others = [start("b"), start("c")];
  await Promise.resolve();
  expect(started).toEqual(["a"]);
  end("a");
  expect(await first).toBe("a");
  await Promise.resolve();
  expect(started).toEqual(["a", "b", "c"]);
  end("b");
  end("c");
  expect(await Promise.all(others)).toEqual(["b", "c"]);
});

test("a call that fails lets the others go as well", async () => {
  const { started, start, end } = calls();
  const first = start("a");
  const second = start("b");
  end("a", Promise.reject(new Error("no")));
  await expect(first).rejects.toThrow("no");
  await Promise.resolve();
  expect(started).toEqual(["a", "b"]);
  end("b");
  expect(await second).toBe("b");
});

test("a call that hangs holds nobody up for long", async () => {
  const { started, start } = calls();
  void start("a");
  void start("b");
  await vi.advanceTimersByTimeAsync(2);
  expect(started).toEqual(["a", "b"]);
});
