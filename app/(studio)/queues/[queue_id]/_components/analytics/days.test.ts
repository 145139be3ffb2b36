import { expect, it } from "vitest";
import { dayText, lastDays } from "./days";

it("fills the days on which nothing was done, and ends today", () => {
  const days = lastDays([{ date: "2026-03-01", count: 4 }], new Date("2026-03-02T23:59:00Z"), 4);
  expect(days).toEqual([
    { date: "2026-02-27", count: 0 },
    { date: "2026-02-28", count: 0 },
    { date: "2026-03-01", count: 4 },
    { date: "2026-03-02", count: 0 },
  ]);
  expect(dayText("2026-03-01")).toBe("Mar 1");
});
