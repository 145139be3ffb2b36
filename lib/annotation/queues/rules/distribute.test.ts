import { expect, test } from "vitest";
import { loadBalanced, roundRobin } from "./distribute";

const itemIds = ["1", "2", "3", "4"];
const pairs = (assignments: { itemId: string; userId: string }[]) => assignments.map((a) => `${a.itemId}${a.userId}`);

test("round robin gives everyone the same, and goes on where it stopped", () => {
  expect(pairs(roundRobin(itemIds, ["a", "b"], 1, 0))).toEqual(["1a", "2b", "3a", "4b"]);
  expect(pairs(roundRobin(["5"], ["a", "b"], 1, 3))).toEqual(["5b"]);
  expect(pairs(roundRobin(["1", "2"], ["a", "b", "c"], 2, 0))).toEqual(["1a", "1b", "2c", "2a"]);
});

test("load balancing gives to who has least", () => {
  const loads = [
    { userId: "a", open: 2 },
    { userId: "b", open: 0 },
  ];
  expect(pairs(loadBalanced(itemIds, loads, 1))).toEqual(["1b", "2b", "3a", "4b"]);
});

test("nobody there leaves items unassigned, and nobody gets an item twice", () => {
  expect(roundRobin(itemIds, [], 2, 0)).toEqual([]);
  expect(loadBalanced(itemIds, [], 2)).toEqual([]);
  expect(pairs(roundRobin(["1"], ["a"], 3, 0))).toEqual(["1a"]);
  expect(pairs(loadBalanced(["1"], [{ userId: "a", open: 0 }], 3))).toEqual(["1a"]);
});

test("items that have somebody get only whom they lack, and nobody twice", () => {
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
