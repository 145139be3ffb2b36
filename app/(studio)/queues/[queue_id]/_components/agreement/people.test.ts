import { expect, test } from "vitest";
import { peopleOf, twoOf } from "./people";

const pair = (first: string, second: string, agreement: number | null) => ({
  first: { id: first, name: `Person ${first}` },
  second: { id: second, name: `Person ${second}` },
  items: 4,
  same: 2,
  agreement,
  interval: null,
});
const pairs = [pair("10", "2", 0.9), pair("2", "3", 0.4), pair("3", "10", null)];

test("lists the people of all pairs once, sorted by id", () => {
  expect(peopleOf(pairs).map(({ id }) => id)).toEqual(["2", "3", "10"]);
});

const cases: [address: string | undefined, two: [string, string]][] = [
  [undefined, ["2", "3"]],
  ["10,2", ["10", "2"]],
  ["10,10", ["2", "3"]],
  ["10,stranger", ["2", "3"]],
];
test.each(cases)("picks a pair from the address “%s”", (address, two) => {
  expect(twoOf(pairs, address)).toEqual(two);
});

test("picks nobody if there are no pairs", () => {
  expect(twoOf([], "10,2")).toBeNull();
});
