import { expect, test } from "vitest";
import { throughputText } from "./throughput-text";

const day = (answered: number, count: number) => ({ date: "2026-03-01", answered, count });

test.each([
  [[day(60, 0), day(41, 1)], "101 annotations in the last 30 days, 3.4 a day; 1 item completed (UTC)"],
  [[day(1, 1)], "1 annotation in the last 30 days; 1 item completed (UTC)"],
  [[], "0 annotations in the last 30 days; 0 items completed (UTC)"],
])("annotations and completed items are listed separately, each with its unit", (daily, text) => {
  expect(throughputText(daily, "UTC")).toBe(text);
});

test.each([
  ["Asia/Calcutta", "India Standard Time"],
  ["America/New_York", "Eastern Time"],
  ["Etc/GMT+3", "Etc/GMT+3"],
])("%s is called %s", (zone, name) => {
  expect(throughputText([], zone)).toContain(`(${name})`);
});
