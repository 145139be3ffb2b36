import { describe, expect, test } from "vitest";
import { randomOf } from "@/lib/evaluation/statistics/testing/random";
import { bradleyTerry, type ComparisonRow, winsOf } from "./bradley-terry";

test("citations among four journals give the estimates of Agresti (2002), Categorical Data Analysis, 10.6", () => {
  // Biometrika, Communications in Statistics, JASA, JRSS B. The published estimates are relative to Biometrika.
  const fit = bradleyTerry([
    [0, 730, 498, 221],
    [33, 0, 68, 17],
    [320, 813, 0, 142],
    [284, 276, 325, 0],
  ]);
  const strengths = fit?.strengths ?? [];
  const relative = strengths.map((strength) => strength - (strengths[0] ?? 0));
  for (const [index, published] of [0, -2.94907, -0.47957, 0.26895].entries())
    expect(relative[index]).toBeCloseTo(published, 4);
});

/** Newton's method on the log-likelihood, with the last strength as the reference: another way to the same maximum. */
function byNewton(wins: readonly (readonly number[])[]): number[] {
  const k = wins.length - 1;
  const theta = Array.from({ length: k + 1 }, () => 0);
  for (let step = 0; step < 100; step++) {
    const gradient = Array.from({ length: k }, () => 0);
    const hessian = gradient.map(() => gradient.map(() => 0));
    for (let i = 0; i < k; i++)
      for (let j = 0; j <= k; j++) {
        if (i === j) continue;
        const [won, lost] = [wins[i]?.[j] ?? 0, wins[j]?.[i] ?? 0];
        const p = 1 / (1 + Math.exp((theta[j] ?? 0) - (theta[i] ?? 0)));
        gradient[i] = (gradient[i] ?? 0) + won - (won + lost) * p;
        const row = hessian[i];
        if (!row) continue;
        row[i] = (row[i] ?? 0) + (won + lost) * p * (1 - p);
        if (j < k) row[j] = (row[j] ?? 0) - (won + lost) * p * (1 - p);
      }
    for (const [index, by] of solve(hessian, gradient).entries()) theta[index] = (theta[index] ?? 0) + by;
  }
  const mean = theta.reduce((sum, one) => sum + one, 0) / theta.length;
  return theta.map((one) => one - mean);
}

/** Gauss and Jordan's elimination. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  for (const [pivot, row] of rows.entries()) {
    const scale = row[pivot] ?? 1;
    for (const [column, value] of row.entries()) row[column] = value / scale;
    for (const other of rows) {
      if (other === row) continue;
      const by = other[pivot] ?? 0;
      for (const [column, value] of row.entries()) other[column] = (other[column] ?? 0) - by * value;
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}

test.each([2, 3, 6])("Newton's method gives the same strengths of %i contestants", (k) => {
  const random = randomOf(`newton ${k}`);
  const wins = Array.from({ length: k }, (_, i) =>
    Array.from({ length: k }, (_, j) => (i === j ? 0 : 1 + Math.floor(random() * 20) / 2)),
  );
  const [fit, newton] = [bradleyTerry(wins), byNewton(wins)];
  for (const [index, strength] of newton.entries()) expect(fit?.strengths[index]).toBeCloseTo(strength, 7);
});

test("with two contestants, the win rate is the share of comparisons, with ties as half wins", () => {
  const rows: ComparisonRow[] = [
    { items: 3, comparisons: [{ a: 0, b: 1, result: 1 }] },
    { items: 1, comparisons: [{ a: 0, b: 1, result: 0.5 }] },
    { items: 1, comparisons: [{ a: 1, b: 0, result: 1 }] },
  ];
  expect(winsOf(rows, 2)).toEqual([
    [0, 3.5],
    [1.5, 0],
  ]);
  const fit = bradleyTerry(winsOf(rows, 2));
  expect(fit?.winRates[0]).toBeCloseTo(0.7, 8);
  expect(fit?.winRates[1]).toBeCloseTo(0.3, 8);
});

describe("no estimate", () => {
  test.each<[string, number[][]]>([
    ["of nothing", []],
    ["of one contestant", [[0]]],
    [
      "if one always wins",
      [
        [0, 4],
        [0, 0],
      ],
    ],
    [
      "if one was never compared",
      [
        [0, 2, 0],
        [2, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      "if one group always beats another",
      [
        [0, 1, 3, 3],
        [1, 0, 3, 3],
        [0, 0, 0, 1],
        [0, 0, 1, 0],
      ],
    ],
  ])("%s", (_, wins) => {
    expect(bradleyTerry(wins)).toBeNull();
  });
});
