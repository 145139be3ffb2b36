import { expect, test } from "vitest";
import { daysOf, lastDates } from "./days";

test.each([
  ["UTC", "2026-03-02T23:59:00Z", ["2026-02-28", "2026-03-01", "2026-03-02"]],
  ["Asia/Kolkata", "2026-03-02T18:29:00Z", ["2026-02-28", "2026-03-01", "2026-03-02"]],
  ["Asia/Kolkata", "2026-03-02T18:31:00Z", ["2026-03-01", "2026-03-02", "2026-03-03"]],
  ["America/Los_Angeles", "2026-03-09T06:30:00Z", ["2026-03-06", "2026-03-07", "2026-03-08"]],
])("the last three days in %s at %s", (timeZone, now, expected) => {
  expect(lastDates(new Date(now), timeZone, 3)).toEqual(expected);
});

const period = (at: string, count = 0, answered = 0) => ({ at, count, answered });

test.each([
  ["UTC", { "2026-03-01": [3, 4], "2026-03-02": [0, 5] }],
  ["Asia/Kolkata", { "2026-03-01": [1, 4], "2026-03-02": [2, 5] }],
  // Summer time begins that night in Los Angeles a week later; the day before ends eight hours behind UTC.
  ["America/Los_Angeles", { "2026-02-28": [1, 4], "2026-03-01": [2, 5] }],
])("quarter-hour counts are added to the days of %s", (timeZone, expected) => {
  const dates = ["2026-02-28", "2026-03-01", "2026-03-02"];
  const periods = [
    period("2026-03-01 00:15:00+00", 1, 4),
    period("2026-03-01T18:30:00Z", 2),
    period("2026-03-02T03:00:00Z", 0, 5),
    period("2026-01-01T00:00:00Z", 9, 9),
  ];
  const days = daysOf(periods, dates, timeZone);
  expect(Object.fromEntries(days.map(({ date, count, answered }) => [date, [count, answered]]))).toEqual(expected);
});
