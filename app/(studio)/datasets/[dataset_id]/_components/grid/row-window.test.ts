import { expect, test } from "vitest";
import { drawnRows, pagesAround, rowsIn } from "./row-window";

test.each([
  [{ top: 0, height: 360 }, 100_000, { first: 0, last: 30 }],
  [{ top: 36_000, height: 360 }, 100_000, { first: 980, last: 1030 }],
  [{ top: 3_599_640, height: 360 }, 100_000, { first: 99_970, last: 99_999 }],
  [{ top: 9_999_999, height: 360 }, 5, { first: 4, last: 4 }],
  [{ top: 0, height: 360 }, 0, { first: 0, last: -1 }],
])("the view %j of %d rows renders rows %j", (part, total, rows) => expect(rowsIn(part, 36, total)).toEqual(rows));

test.each([
  [0, 20, 100_000, [1], [2, 3]],
  [0, 20, 20, [1], []],
  [95, 115, 100_000, [1, 2], [3, 4]],
  [50_000, 50_020, 100_000, [501], [502, 500, 503, 499]],
  [99_980, 99_999, 100_000, [1000], [999, 998]],
  [0, -1, 0, [1], []],
])("rows %d to %d of %d are on pages %j, next to pages %j", (first, last, total, shown, beside) => {
  expect(pagesAround({ first, last }, total, 100)).toEqual({ shown, beside });
});

test.each([
  [
    { first: 0, last: 1 },
    null,
    5,
    [
      [0, 0],
      [1, 0],
    ],
    3,
  ],
  [
    { first: 2, last: 3 },
    0,
    5,
    [
      [0, 0],
      [2, 1],
      [3, 0],
    ],
    1,
  ],
  [
    { first: 0, last: 1 },
    4,
    5,
    [
      [0, 0],
      [1, 0],
      [4, 2],
    ],
    0,
  ],
  [
    { first: 2, last: 3 },
    3,
    5,
    [
      [2, 2],
      [3, 0],
    ],
    1,
  ],
  [
    { first: 0, last: 1 },
    9,
    5,
    [
      [0, 0],
      [1, 0],
    ],
    3,
  ],
  [{ first: 0, last: -1 }, null, 0, [], 0],
] as const)("renders rows %j and the kept row %j of %d", (range, kept, total, rows, after) => {
  const drawn = drawnRows(range, kept, total);
  expect(drawn.rows.map(({ index, skipped }) => [index, skipped])).toEqual(rows);
  expect(drawn.after).toBe(after);
  // Nothing is lost and nothing counted twice.
  expect(drawn.rows.reduce((sum, { skipped }) => sum + skipped + 1, drawn.after)).toBe(total);
});
