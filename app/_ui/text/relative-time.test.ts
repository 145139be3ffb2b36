import { expect, test } from "vitest";
import { relativeTime } from "./relative-time";

const now = new Date("2026-03-10T12:00:00Z");

test.each([
  ["2026-03-10T11:59:30Z", "now"],
  ["2026-03-10T11:45:00Z", "15 min. ago"],
  ["2026-03-10T09:00:00Z", "3 hr. ago"],
  ["2026-03-09T11:00:00Z", "yesterday"],
  ["2026-03-13T12:00:00Z", "in 3 days"],
  ["2024-03-01T12:00:00Z", "2 yr. ago"],
  ["2026-03-10T12:59:36Z", "in 1 hr."],
  ["2026-03-10T12:59:20Z", "in 59 min."],
  ["2026-03-10T12:00:20Z", "now"],
  ["2026-03-10T12:00:40Z", "in 1 min."],
  ["2026-03-11T11:58:00Z", "tomorrow"],
  ["2026-03-17T11:59:58Z", "in 7 days"],
  ["2026-03-10T11:00:24Z", "59 min. ago"],
  ["2025-03-10T12:00:00Z", "last yr."],
  ["2027-03-10T12:00:00Z", "next yr."],
])("%s is %s", (at, words) => {
  expect(relativeTime(new Date(at), now)).toBe(words);
});
