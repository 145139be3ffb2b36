import { describe, expect, it } from "vitest";
import { lastTick, parseCron } from "./cron";

const at = (text: string) => new Date(`${text}:00Z`);

describe("matches", () => {
  // 2024-01-01 was a Monday.
  it.each([
    ["* * * * *", "2024-01-01T10:07", true],
    ["*/15 * * * *", "2024-01-01T10:45", true],
    ["*/15 * * * *", "2024-01-01T10:46", false],
    ["5/20 * * * *", "2024-01-01T10:45", true],
    ["0 9-17 * * 1-5", "2024-01-01T17:00", true],
    ["0 9-17 * * 1-5", "2024-01-06T17:00", false],
    ["0 0 * * 7", "2024-01-07T00:00", true],
    ["0 0 1,15 * *", "2024-01-15T00:00", true],
    ["0 0 1,15 * *", "2024-01-14T00:00", false],
    ["0 0 13 * 5", "2024-01-05T00:00", true],
    ["0 0 13 * 5", "2024-01-13T00:00", true],
    ["0 0 13 * 5", "2024-01-06T00:00", false],
    ["30 6 29 2 *", "2024-02-29T06:30", true],
    ["30 6 29 2 *", "2024-03-29T06:30", false],
  ])("%s at %s: %s", (expression, instant, expected) => {
    expect(parseCron(expression).matches(at(instant))).toBe(expected);
  });
});

describe("refusals", () => {
  it.each([
    ["* * * *", "five fields"],
    ["TZ=Europe/Paris 0 12 * * *", "five fields"],
    ["60 * * * *", "minute"],
    ["* * 0 * *", "day of the month"],
    ["* * * * MON", "day of the week"],
    ["*/0 * * * *", "minute"],
    ["9-5 * * * *", "minute"],
    [",1 * * * *", "minute"],
  ])("%s names the %s", (expression, part) => {
    expect(() => parseCron(expression)).toThrow(part);
  });
});

describe("lastTick", () => {
  const now = new Date("2024-01-01T10:07:30Z");
  it.each([
    ["*/5 * * * *", "2024-01-01T10:00", "2024-01-01T10:05"],
    ["*/5 * * * *", "2024-01-01T10:05", null],
    ["0 * * * *", "2023-12-31T00:30", "2024-01-01T10:00"],
    ["7 10 * * *", "2024-01-01T10:06", "2024-01-01T10:07"],
    ["0 0 1 1 *", "2021-05-05T00:00", "2024-01-01T00:00"],
    ["8 10 * * *", "2024-01-01T10:00", null],
  ])("%s since %s: %s", (expression, since, expected) => {
    expect(lastTick(parseCron(expression), at(since), now)).toEqual(expected === null ? null : at(expected));
  });
});
