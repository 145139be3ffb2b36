import { expect, test } from "vitest";
import { neededRows } from "./plan-gate";

test.each([
  { margin: 0.05, power: 0.95, rows: [93, 462, 1153] },
  { margin: 0.05, power: 0.8, rows: [54, 269, 673] },
  { margin: 0.1, power: 0.95, rows: [50, 116, 289] },
  { margin: 1e-9, power: 0.95, rows: Array(3).fill(Number.MAX_SAFE_INTEGER) },
  { margin: 1000, power: 0.5, rows: [50, 50, 50] },
])("a margin of $margin at a power of $power needs rows by the share that changes", ({ rows, ...requirement }) =>
  expect(neededRows(requirement)).toEqual([0.02, 0.1, 0.25].map((changed, index) => ({ changed, rows: rows[index] }))),
);
