// Positions for nodes that have none: in columns by their distance from the start.
import type { GivenGraph } from "@/lib/contracts/simulation/graph";
import { neighbours, readGraph } from "./graph";

/** The distance between nodes, which are drawn 350 wide and high. */
export const STEP = 550;

/** The graph, with a position for each node that has none. */
export function placed(drawn: GivenGraph & { nodes: readonly object[] }): GivenGraph {
  const { graph } = readGraph(drawn);
  const ahead = neighbours(graph, "from", "to");
  const depth = new Map(graph.nodes.filter(({ isStart }) => isStart).map(({ name }) => [name, 0]));
  for (const [name, at] of depth)
    for (const next of ahead.get(name) ?? []) if (!depth.has(next)) depth.set(next, at + 1);
  const used = new Map<number, number>();
  const nodes = drawn.nodes.map((node, index) => {
    const read = graph.nodes[index];
    if (!read || read.position) return node;
    const column = depth.get(read.name) ?? 0;
    const row = used.get(column) ?? 0;
    used.set(column, row + 1);
    return { ...node, metadata: { position: { x: column * STEP, y: row * STEP } } };
  });
  return { ...drawn, nodes };
}
