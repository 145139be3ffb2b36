import { expect, it } from "vitest";
import { lastDays } from "./days";

it("includes days without work, and ends with today in the reader's time zone", () => {
  const known = { date: "2026-03-01", count: 4, answered: 6 };
  const days = lastDays([known], new Date("2026-03-02T23:59:00Z"), "UTC", 4);
  expect(days).toEqual([
    { date: "2026-02-27", count: 0, answered: 0 },
    { date: "2026-02-28", count: 0, answered: 0 },
    known,
    { date: "2026-03-02", count: 0, answered: 0 },
  ]);
  expect(lastDays([known], new Date("2026-03-02T23:59:00Z"), "Asia/Tokyo", 1)).toMatchObject([{ date: "2026-03-03" }]);
});
