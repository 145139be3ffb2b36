import { describe, expect, it } from "vitest";
import { binsOf, binTexts, coefficientDomain, placeOf, roundUp, ticksOf } from "./scale";

describe("roundUp", () => {
  it.each([
    [0, 1],
    [0.03, 0.05],
    [1, 1],
    [3, 5],
    [10, 10],
    [41, 50],
    [999, 1000],
  ])("%d is rounded up to %d", (value, round) => expect(roundUp(value)).toBeCloseTo(round, 12));
});

describe("coefficientDomain", () => {
  it("starts at zero unless a value is negative", () => {
    expect(coefficientDomain([0.2, 0.9])).toEqual({ min: 0, max: 1 });
    expect(coefficientDomain([])).toEqual({ min: 0, max: 1 });
    expect(coefficientDomain([-0.05, 0.9])).toEqual({ min: -0.2, max: 1 });
    expect(coefficientDomain([-3])).toEqual({ min: -1, max: 1 });
  });
});

it("scales values to the axis, and clamps those outside", () => {
  expect([-1, 0, 5, 10, 11].map((value) => placeOf({ min: 0, max: 10 }, value))).toEqual([0, 0, 0.5, 1, 1]);
  expect(ticksOf({ min: -0.2, max: 1 }, 0.2)).toEqual([-0.2, 0, 0.2, 0.4, 0.6, 0.8, 1]);
});

describe("binTexts", () => {
  const tenth = (step: number) => ({ from: step * 0.1, to: (step + 1) * 0.1 });
  it.each([
    ["the last is closed", [0, 1, 2].map(tenth), ["0 to below 0.1", "0.1 to below 0.2", "0.2 to 0.3"], "0 0.1 0.2 0.3"],
    ["one value", [{ from: 0.123, to: 0.123 }], ["0.123"], ""],
    ["small ones", [{ from: -0.002, to: 0.0015 }], ["−0.002 to 0.0015"], "−0.002 0.0015"],
    ["great ones", [{ from: 1000, to: 2500 }], ["1,000 to 2,500"], "1,000 2,500"],
    ["none", [], [], ""],
  ])("%s", (_, bins, ranges, edges) =>
    expect(binTexts(bins)).toEqual({ ranges, edges: edges ? edges.split(" ") : [] }),
  );
});

describe("binsOf", () => {
  it("counts every value and leaves no gaps", () => {
    const counts = Array.from({ length: 101 }, (_, value) => [value, 2] as const);
    const bins = binsOf(counts);
    expect(bins.length).toBeLessThanOrEqual(12);
    expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(202);
    for (const [index, bin] of bins.slice(1).entries()) expect(bin.from).toBe(bins[index]?.to);
  });
  it("keeps decimals apart", () => {
    expect(
      binsOf(
        [
          [0.3, 1],
          [0.1, 1],
          [0.2, 1],
        ],
        3,
      ).map((bin) => [bin.from, bin.count]),
    ).toEqual([
      [0.1, 1],
      [0.2, 1],
      [0.3, 1],
    ]);
  });
  it("makes one bin for one value, and none for no values", () => {
    expect(binsOf([[4, 7]])).toEqual([{ from: 4, to: 4, count: 7 }]);
    expect(binsOf([])).toEqual([]);
  });
});
