import { describe, expect, test } from "vitest";
import { medianMs, workUntil } from "./work-time";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

describe("time spent", () => {
  test.each([
    ["begins at nothing", undefined, 0],
    ["adds the gap since the last action", { workMs: 5000, activeAt: at(70) }, 35_000],
    ["counts five minutes of a longer gap", { workMs: 5000, activeAt: at(-3600) }, 305_000],
    ["adds nothing after a pause that was announced", { workMs: 5000, activeAt: null }, 5000],
    ["adds nothing when clocks differ", { workMs: 5000, activeAt: at(130) }, 5000],
  ])("%s", (_, before, workMs) => {
    expect(workUntil(at(100), before)).toEqual({ workMs, activeAt: at(100) });
  });
});

describe("time that the client measured", () => {
  const unopened = { workMs: 0, activeAt: null };
  const opened = { workMs: 5000, activeAt: at(70) };
  test.each([
    ["counts where the server measured none", unopened, { ms: 8500, since: at(-600) }, 8500],
    ["is less than what passed until the submission arrived", opened, { ms: 8500, since: at(-600) }, 13_500],
    ["is never more than what passed", opened, { ms: 60_000, since: at(-600) }, 35_000],
    ["is five minutes at most", unopened, { ms: 900_000, since: at(-7200) }, 300_000],
    ["is at most the time since the claim", unopened, { ms: 60_000, since: at(95) }, 5000],
    ["does not count without a claim", unopened, { ms: 60_000, since: null }, 0],
  ])("%s", (_, before, measured, workMs) => {
    expect(workUntil(at(100), before, measured)).toEqual({ workMs, activeAt: at(100) });
  });
});

describe("the median of counted times", () => {
  const bucketOf = (ms: number) => Math.floor(8 * Math.log2(ms));
  const countsOf = (times: number[]) => {
    const counts = new Map<number, number>();
    for (const ms of times) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1);
    return counts;
  };

  test("is null without times", () => {
    expect(medianMs(new Map())).toBeNull();
    expect(medianMs(new Map([[100, 0]]))).toBeNull();
  });

  test.each([
    [[30_000]],
    [[1000, 30_000, 900_000]],
    [[20_000, 20_000, 21_000, 500_000]],
    [[10_000, 60_000]],
    [[1000, 2000, 60_000, 61_000]],
    [[10_000, 10_001, 40_000, 41_000]],
    [Array.from({ length: 999 }, (_, index) => 1000 + index * 100)],
  ])("is within one bucket of the true median", (times) => {
    const sorted = [...times].sort((a, b) => a - b);
    const [lower = 0, upper = 0] = [sorted[Math.floor((times.length - 1) / 2)], sorted[Math.floor(times.length / 2)]];
    const ratio = (medianMs(countsOf(times)) ?? 0) / ((lower + upper) / 2);
    expect(ratio).toBeGreaterThan(2 ** (-1 / 8));
    expect(ratio).toBeLessThan(2 ** (1 / 8));
  });
});
