import { expect, test } from "vitest";
import { nextSweepAt } from "./next-sweep";

test.each([
  ["2026-03-01T00:00:00Z", "2026-03-01T02:37:00.000Z"],
  ["2026-03-01T02:37:00Z", "2026-03-02T02:37:00.000Z"],
  ["2026-12-31T12:00:00Z", "2027-01-01T02:37:00.000Z"],
])("the sweep after %s is at %s", (now, next) => {
  expect(nextSweepAt(new Date(now)).toISOString()).toBe(next);
});
