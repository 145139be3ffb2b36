import { expect, test } from "vitest";
import { detailOf, nameOf, tickEvery } from "./points";

const point = (items: number, date: string | null = null) => ({
  from: "2026-01-01T00:00:00Z",
  to: "2026-01-01T00:00:00Z",
  date,
  items,
  comparisons: items,
  agreement: 0.5,
  interval: { low: 0.25, high: 0.75 },
  interval_reason: null,
});

test("groups are named by their item numbers, days by their date", () => {
  const groups = [point(10), point(10), point(1)];
  expect(groups.map((_, index) => nameOf(groups, index))).toEqual(["1–10", "11–20", "21"]);
  expect(nameOf([point(3, "2026-11-09")], 0)).toBe("Nov 9");
});

test("a point shows its share, interval and sample", () => {
  expect(detailOf("11–20", point(10))).toBe("Items 11–20: 50.0 % (25.0 % to 75.0 %), 10 items");
  expect(detailOf("Nov 9", point(1, "2026-11-09"))).toBe("Nov 9: 50.0 % (25.0 % to 75.0 %), 1 item");
});

test("the axis has at most eight labels", () => {
  expect([1, 8, 9, 30].map(tickEvery)).toEqual([1, 1, 2, 4]);
});
