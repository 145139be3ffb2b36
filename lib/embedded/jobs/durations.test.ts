import { describe, expect, it } from "vitest";
import { durationMs, instantOf, retryAt } from "./durations";

const now = new Date("2024-01-01T00:00:00Z");

it.each([
  ["", 0],
  ["1s", 1000],
  ["1h30m", 5_400_000],
  ["1w2d3h4m5s", 788_645_000],
  ["90", null],
  ["1h ", null],
  ["30m1h", null],
  ["500ms", null],
])("durationMs(%j) is %s", (text, expected) => {
  expect(durationMs(text)).toBe(expected);
});

describe("instantOf", () => {
  it.each([
    ["2m", "2024-01-01T00:02:00.000Z"],
    ["", "2024-01-01T00:00:00.000Z"],
    ["2025-06-01T12:00:00.500Z", "2025-06-01T12:00:00.500Z"],
  ])("%j is %s", (text, expected) => {
    expect(instantOf(text, now).toISOString()).toBe(expected);
  });

  it("refuses anything else", () => {
    expect(() => instantOf("soon", now)).toThrow("soon");
  });
});

describe("retryAt", () => {
  it.each([
    { title: "seconds", attempt: 0, header: "7", random: 0, delayMs: 7000 },
    { title: "an instant", attempt: 0, header: "2024-01-01T00:01:00Z", random: 0, delayMs: 60_000 },
    { title: "an unreadable header", attempt: 0, header: "later", random: 0, delayMs: 5000 },
    { title: "the first failure", attempt: 0, header: null, random: 0, delayMs: 5000 },
    { title: "the third failure", attempt: 2, header: null, random: 0, delayMs: 20_000 },
    { title: "jitter", attempt: 1, header: null, random: 0.5, delayMs: 11_000 },
    { title: "the limit", attempt: 20, header: null, random: 0, delayMs: 3_600_000 },
  ])("respects $title", ({ attempt, header, random, delayMs }) => {
    expect(retryAt(attempt, header, now, random).getTime() - now.getTime()).toBe(delayMs);
  });
});
