import { expect, test } from "vitest";
import { loadBalanced, roundRobin } from "./distribute";

const itemIds = ["1", "2", "3", "4"];
const pairs = (assignments: { itemId: string; userId: string }[]) => assignments.map((a) => `${a.itemId}${a.userId}`);

test("round robin gives everyone the same number and continues where it stopped", () => {
  expect(pairs(roundRobin(itemIds, ["a", "b"], 1, 0))).toEqual(["1a", "2b", "3a", "4b"]);
  expect(pairs(roundRobin(["5"], ["a", "b"], 1, 3))).toEqual(["5b"]);
  expect(pairs(roundRobin(["1", "2"], ["a", "b", "c"], 2, 0))).toEqual(["1a", "1b", "2c", "2a"]);
});

test("load balancing assigns to the person with the least open work", () => {
  const loads = [
    { userId: "a", open: 2 },
    { userId: "b", open: 0 },
  ];
  expect(pairs(loadBalanced(itemIds, loads, 1))).toEqual(["1b", "2b", "3a", "4b"]);
});

test("without people, items stay unassigned, and a person gets an item at most once", () => {
  expect(roundRobin(itemIds, [], 2, 0)).toEqual([]);
  expect(loadBalanced(itemIds, [], 2)).toEqual([]);
  expect(pairs(roundRobin(["1"], ["a"], 3, 0))).toEqual(["1a"]);
  expect(pairs(loadBalanced(["1"], [{ userId: "a", open: 0 }], 3))).toEqual(["1a"]);
});

test("partly assigned items get only the missing people, and no person twice", () => {
  const taken = new Map([
    ["1", ["a"]],
    ["2", ["a", "b"]],
    ["3", ["left"]],
  ]);
  expect(pairs(roundRobin(["1", "2", "3", "4"], ["a", "b", "c"], 2, 0, taken))).toEqual(["1b", "3c", "4a", "4b"]);
  const loads = ["a", "b", "c"].map((userId) => ({ userId, open: 0 }));
  expect(pairs(loadBalanced(["1", "2", "3", "4"], loads, 2, taken))).toEqual(["1b", "3a", "4c", "4a"]);
  expect(roundRobin(["2"], ["a", "b"], 3, 0, taken)).toEqual([]);
  expect(loadBalanced(["2"], loads.slice(0, 2), 3, taken)).toEqual([]);
});
