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
])("%s is %s", (at, words) => {
  expect(relativeTime(new Date(at), now)).toBe(words);
});
