import { expect, test } from "vitest";
import { type Forecast, forecastOf, paceOf, paceSince } from "./forecast";

const today = "2026-11-26";
const day = (date: string, count: number) => ({ date, count });

test.each([
  ["nothing done is no pace", [], null],
  ["days without work are no pace", [day("2026-11-25", 0)], null],
  ["today alone is one day", [day("2026-11-26", 120)], 120],
  ["since the first day with work, days off between", [day("2026-11-23", 100), day("2026-11-26", 20)], 30],
  ["what is older than 14 days does not count", [day("2026-11-12", 900), day("2026-11-26", 20)], 20],
  ["the 14th day counts", [day("2026-11-13", 140)], 10],
  ["a day that has not come yet does not count", [day("2026-11-27", 5)], null],
] as const)("%s", (_, days, pace) => {
  expect(paceOf(days, today)).toBe(pace);
});

test("the pace uses the last 14 days, including today", () => {
  expect(paceSince(today)).toBe("2026-11-13");
});

const cases: [string, Parameters<typeof forecastOf>[0], Forecast][] = [
  [
    "late: it ends after the due date, and the rest of that day is missing",
    { left: 960, pace: 120, today, dueDate: "2026-12-01" },
    { endsOn: "2026-12-04", daysLate: 3, late: 360 },
  ],
  [
    "in time on the very day",
    { left: 600, pace: 120, today, dueDate: "2026-12-01" },
    { endsOn: "2026-12-01", daysLate: 0, late: 0 },
  ],
  [
    "without a due date nothing is late",
    { left: 100, pace: 50, today, dueDate: null },
    { endsOn: "2026-11-28", daysLate: null, late: null },
  ],
  [
    "an unknown pace says nothing",
    { left: 100, pace: null, today, dueDate: "2026-12-01" },
    { endsOn: null, daysLate: null, late: null },
  ],
  [
    "overdue: all that is left is late, also without a pace",
    { left: 7, pace: null, today, dueDate: "2026-11-25" },
    { endsOn: null, daysLate: null, late: 7 },
  ],
  [
    "overdue with a pace",
    { left: 7, pace: 7, today, dueDate: "2026-11-25" },
    { endsOn: "2026-11-27", daysLate: 2, late: 7 },
  ],
  [
    "due today: today's work is done already",
    { left: 7, pace: 7, today, dueDate: today },
    { endsOn: "2026-11-27", daysLate: 1, late: 7 },
  ],
  ["nothing left is done", { left: 0, pace: 5, today, dueDate: "2026-11-20" }, { endsOn: null, daysLate: 0, late: 0 }],
  [
    "a pace of nearly nothing names no day",
    { left: 100_000, pace: 0.1, today, dueDate: "2026-12-01" },
    { endsOn: null, daysLate: null, late: 100_000 },
  ],
];

test.each(cases)("%s", (_, question, answer) => {
  expect(forecastOf(question)).toEqual(answer);
});
