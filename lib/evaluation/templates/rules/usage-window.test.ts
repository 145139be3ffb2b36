import { expect, test } from "vitest";
import { lastDays, windowOf } from "./usage-window";

const now = new Date("2026-03-05T12:34:56.789Z");
const MINUTE_MS = 60_000;

test.each([
  ["30m", "2026-03-05T12:05:00.000Z", 30, 1],
  ["6h", "2026-03-05T06:45:00.000Z", 24, 15],
  ["1d", "2026-03-04T13:00:00.000Z", 24, 60],
  ["7d", "2026-02-27T00:00:00.000Z", 7, 1440],
  ["30d", "2026-02-04T00:00:00.000Z", 30, 1440],
  ["90d", "2025-12-06T00:00:00.000Z", 90, 1440],
] as const)("%s begins at %s, in %i steps of %i minutes", (period, from, steps, minutes) =>
  expect(windowOf(now, period)).toEqual({ from: new Date(from), steps, stepMs: minutes * MINUTE_MS }),
);

test("a period of one day is today, in UTC", () =>
  expect(lastDays(now, 1)).toMatchObject({ from: new Date("2026-03-05T00:00:00Z"), steps: 1 }));
