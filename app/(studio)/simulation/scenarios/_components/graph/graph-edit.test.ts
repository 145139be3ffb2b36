import { expect, test } from "vitest";
import { readGraph } from "@/lib/simulation/scenarios/rules/graph";
import {
  addEdge,
  addNode,
  changeEdge,
  changeNode,
  makeStart,
  moveNodes,
  removeEdge,
  removeNode,
  renameNode,
} from "./graph-edit";

const graph = {
  name: "G",
  kept: 1,
  nodes: [
    { name: "A", isStart: true, kept: 2 },
    { id: "B", type: "conversation" },
  ],
  edges: [{ source: "A", target: "B", kept: 3 }],
};
const read = (raw: Record<string, unknown>) => readGraph(raw).graph;
const pairs = (raw: Record<string, unknown>) => read(raw).edges.map(({ from, to }) => `${from}-${to}`);

test("renaming, changing, moving or removing a node updates its edges and keeps unknown fields", () => {
  const renamed = renameNode(graph, "B", "C");
  expect([read(renamed).nodes.map(({ name }) => name), pairs(renamed)]).toEqual([["A", "C"], ["A-C"]]);
  expect(renamed).toMatchObject({ kept: 1, nodes: [{ kept: 2 }, {}], edges: [{ kept: 3 }] });
  expect(read(changeNode(graph, "A", { prompt: "Hi" })).nodes[0]?.prompt).toBe("Hi");
  expect(read(makeStart(graph, "B")).nodes.map(({ isStart }) => isStart)).toEqual([false, true]);
  expect(read(moveNodes(graph, new Map([["A", { x: 1, y: 2 }]]))).nodes[0]?.position).toEqual({ x: 1, y: 2 });
  expect([read(removeNode(graph, "B")).nodes.length, pairs(removeNode(graph, "B"))]).toEqual([1, []]);
  const added = addNode(graph, "B");
  expect([added.name, pairs(added.graph)]).toEqual(["Step 3", ["A-B", "B-Step 3"]]);
  expect(read(addNode({}, null).graph).nodes[0]?.isStart).toBe(true);
});

test("a new node is placed beside its predecessor, and overlaps no other", () => {
  const positionsOf = (raw: Record<string, unknown>) => read(raw).nodes.map(({ position }) => position);
  const first = addNode(addNode({}, null).graph, "Step 1");
  const second = addNode(first.graph, "Step 1");
  expect(positionsOf(second.graph)).toEqual([
    { x: 550, y: 0 },
    { x: 1100, y: 0 },
    { x: 1100, y: 550 },
  ]);
  // Those that nobody has placed are drawn in columns.
  expect(positionsOf(addNode(graph, "A").graph).at(-1)).toEqual({ x: 550, y: 550 });
});

test("edges are added, changed and removed", () => {
  expect(pairs(addEdge(graph, "B", "A"))).toEqual(["A-B", "B-A"]);
  const changed = changeEdge(changeEdge(graph, 0, { to: "A" }), 0, { condition: "when" });
  expect([pairs(changed), read(changed).edges[0]?.condition]).toEqual([["A-A"], "when"]);
  expect(pairs(removeEdge(graph, 0))).toEqual([]);
});
