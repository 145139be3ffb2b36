import { expect, test } from "vitest";
import { missedNodes, stepsOf } from "./path-steps";

const node = (name: string, walked: boolean, expected: boolean) => ({
  name,
  type: "conversation",
  walked,
  expected,
  turns: [],
  evidence: [],
  calls: 0,
  share: null,
});
const nodes = [
  node("Greet", true, true),
  node("Forgotten", false, false),
  node("Refund", false, true),
  node("Look up", true, false),
];
const left_at = { node: "Greet", expected: "Refund", taken: "Look up", turn: 3 };

test("walked nodes are listed in order, revisits are marked, and the path is left after the last expected node", () => {
  const walked_path = ["Greet", "Look up", "Greet", "Gone"];
  const steps = stepsOf({ walked_path, expected_path: ["Greet", "Refund"], left_at, nodes });
  expect(steps.map(({ name, isAgain, isLeft }) => [name, isAgain, isLeft])).toEqual([
    ["Greet", false, true],
    ["Look up", false, false],
    ["Greet", true, false],
    ["Gone", false, false],
  ]);
  expect(steps.map((step) => step.node?.name)).toEqual(["Greet", "Look up", "Greet", undefined]);
});

test.each([
  ["is left nowhere without left_at", ["Greet", "Refund"], null, []],
  ["is left at a node's second visit if it is expected twice", ["Greet", "Greet", "Refund"], left_at, [2]],
  ["is left before its first node if that is unexpected", ["Refund"], { ...left_at, node: null }, []],
])("a path %s", (_, expected_path, left, indexes) => {
  const steps = stepsOf({ walked_path: ["Greet", "Look up", "Greet"], expected_path, left_at: left, nodes });
  expect(steps.flatMap(({ isLeft }, index) => (isLeft ? [index] : []))).toEqual(indexes);
});

test("nodes that were not walked are listed with the expected ones first", () => {
  expect(missedNodes({ nodes }).map(({ name }) => name)).toEqual(["Refund", "Forgotten"]);
});
