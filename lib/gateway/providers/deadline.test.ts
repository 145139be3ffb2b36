import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseDuration, startDeadline } from "./deadline";

test.each([
  ["500ms", 500],
  ["30s", 30_000],
  ["2m", 120_000],
  ["1m30s", 90_000],
  ["1.5s", 1500],
  ["0s", null],
  ["-1s", null],
  ["30", null],
  ["soon", null],
  ["", null],
])("%s is %s ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

describe("a provider that shows that it is at work", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The milliseconds after which the wait ends, if the provider is heard every so often until then. */
  function endOf(timeoutMs: number, options: { mostMs?: number; silenceMs?: number }, every: number): number {
    const deadline = startDeadline(timeoutMs, new AbortController().signal, options);
    let waited = 0;
    for (; !deadline.timedOut() && waited < 10_000; waited += 10) {
      vi.advanceTimersByTime(10);
      if ((waited + 10) % every === 0) deadline.heard();
    }
    deadline.stop();
    return waited;
  }

  test.each<[string, number, object, number, number]>([
    ["has its time anew", 100, { mostMs: 1000 }, 50, 1000],
    ["but no more than in all", 100, { mostMs: 170 }, 50, 170],
    ["no time of the client's", 100, {}, 50, 100],
    ["too late", 100, { mostMs: 1000 }, 150, 100],
  ])("%s", (_title, timeoutMs, options, every, expected) => {
    expect(endOf(timeoutMs, options, every)).toBe(expected);
  });

  test("has it only before its answer begins", () => {
    const deadline = startDeadline(100, new AbortController().signal, { mostMs: 1000 });
    deadline.pause();
    deadline.resume();
    vi.advanceTimersByTime(60);
    deadline.heard();
    vi.advanceTimersByTime(60);
    expect(deadline.timedOut()).toBe(true);
  });
});
