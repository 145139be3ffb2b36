import { expect, test } from "vitest";
import { hrefOfPair, type Pair, pairGrid, pairOverAll, pairUnderLabel } from "./pair-grid";

const person = (id: string) => ({ id, name: `Person ${id}` });
const pair = (first: string, second: string, items: number, same: number): Pair =>
  pairUnderLabel({
    first: person(first),
    second: person(second),
    items,
    same,
    agreement: items === 0 ? null : same / items,
    interval: items === 0 ? null : { low: 0.5, high: 0.9 },
  });
const href = (of: Pair) => hrefOfPair("q", "l", of);

test("a grid shows both orders of a pair, with its sample, interval and items", () => {
  const { names, leftOut, cellOf } = pairGrid([pair("10", "2", 8, 6), pair("2", "3", 0, 0)], href);
  expect(names.map(({ id }) => id)).toEqual(["2", "3", "10"]);
  expect(leftOut).toBe(0);
  expect(cellOf("2", "10")).toEqual({
    share: 0.75,
    text: "75",
    note: "n 8, 50–90 %",
    detail:
      "Person 10 and Person 2: 6 of 8 items the same, 75.0 % (95 % interval 50.0 % to 90.0 %). Show the 2 items that differ",
    href: "/queues/q?pair=10%2C2&label=l&differs=true",
  });
  expect(cellOf("10", "2")).toEqual(cellOf("2", "10"));
  expect(cellOf("2", "3")).toBeNull();
});

test("a pair that always agrees links to all its items", () => {
  expect(href(pair("a", "b", 4, 4))).toBe("/queues/q?pair=a%2Cb&label=l");
});

test("a pair over all labels has no interval, because values of one item depend on each other", () => {
  const over = pairOverAll({
    annotator_1_id: "a",
    annotator_1_name: "A",
    annotator_2_id: "b",
    annotator_2_name: "B",
    agreement_pct: 0.5,
    total_comparisons: 6,
  });
  const cell = pairGrid([over], (of) => hrefOfPair("q", undefined, of)).cellOf("a", "b");
  expect(cell).toMatchObject({ note: "n 6", detail: "A and B: 50.0 % of 6 pairs of values are equal" });
  expect(cell?.href).toBe("/queues/q?pair=a%2Cb&differs=true");
});

test("only the people with the most items in common get a row", () => {
  const { names, leftOut } = pairGrid([pair("a", "b", 9, 1), pair("b", "c", 1, 1)], href, 2);
  expect(names.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(leftOut).toBe(1);
});
