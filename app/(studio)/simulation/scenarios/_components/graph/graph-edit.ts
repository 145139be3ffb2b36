// Graph edits. Each returns a new graph and keeps all unrelated fields.
import { isRecord, recordIn, recordsIn, textIn } from "@/lib/records";
import { readGraph } from "@/lib/simulation/scenarios/rules/graph";
import { placed, STEP } from "@/lib/simulation/scenarios/rules/layout";

export type Raw = Record<string, unknown>;

const nodesOf = (graph: Raw): Raw[] => recordsIn(graph.nodes);
const edgesOf = (graph: Raw): Raw[] => recordsIn(graph.edges);
export const nameOf = (node: Raw): string => (textIn(node.name) || textIn(node.id)).trim();
export const fromOf = (edge: Raw): string => textIn(edge.from) || textIn(edge.source);
export const toOf = (edge: Raw): string => textIn(edge.to) || textIn(edge.target);
export const conditionOf = (edge: Raw): string => textIn(recordIn(edge.condition).prompt);

const ends = (edge: Raw, from: string, to: string): Raw => {
  const { source: _source, target: _target, ...rest } = edge;
  return { ...rest, from, to };
};

/** Renames a node and updates its edges. */
export function renameNode(graph: Raw, name: string, to: string): Raw {
  const renamed = (end: string) => (end === name ? to : end);
  return {
    ...graph,
    nodes: nodesOf(graph).map((node) => (nameOf(node) === name ? { ...node, name: to } : node)),
    edges: edgesOf(graph).map((edge) => ends(edge, renamed(fromOf(edge)), renamed(toOf(edge)))),
  };
}

export const changeNode = (graph: Raw, name: string, part: Raw): Raw => ({
  ...graph,
  nodes: nodesOf(graph).map((node) => (nameOf(node) === name ? { ...node, ...part } : node)),
});

/** Makes a node the only start. */
export const makeStart = (graph: Raw, name: string): Raw => ({
  ...graph,
  nodes: nodesOf(graph).map((node) => ({
    ...node,
    isStart: nameOf(node) === name,
    ...(node.type === "start" ? { type: "conversation" } : {}),
  })),
});

/** Adds a node with an unused name, and returns the name. */
export function addNode(graph: Raw, after: string | null): { graph: Raw; name: string } {
  const taken = new Set(nodesOf(graph).map(nameOf));
  let number = taken.size + 1;
  while (taken.has(`Step ${number}`)) number += 1;
  const name = `Step ${number}`;
  const position = freePosition(graph, after);
  const node = { name, type: "conversation", prompt: "", isStart: taken.size === 0, metadata: { position } };
  const added = { ...graph, nodes: [...nodesOf(graph), node], edges: edgesOf(graph) };
  return { name, graph: after === null ? added : addEdge(added, after, name) };
}

/** A free position right of a node, below the nodes that are there. */
function freePosition(graph: Raw, beside: string | null): { x: number; y: number } {
  const { nodes } = readGraph(placed({ ...graph, nodes: nodesOf(graph) })).graph;
  const near = nodes.find(({ name }) => name === beside)?.position;
  const candidate = { x: (near?.x ?? 0) + STEP, y: near?.y ?? 0 };
  const isTaken = () =>
    nodes.some(
      ({ position }) =>
        position && Math.max(Math.abs(position.x - candidate.x), Math.abs(position.y - candidate.y)) < STEP,
    );
  while (isTaken()) candidate.y += STEP;
  return candidate;
}

export const removeNode = (graph: Raw, name: string): Raw => ({
  ...graph,
  nodes: nodesOf(graph).filter((node) => nameOf(node) !== name),
  edges: edgesOf(graph).filter((edge) => fromOf(edge) !== name && toOf(edge) !== name),
});

export const addEdge = (graph: Raw, from: string, to: string): Raw => ({
  ...graph,
  edges: [...edgesOf(graph), { from, to, condition: { type: "ai", prompt: "" } }],
});

export const changeEdge = (graph: Raw, index: number, part: { to?: string; condition?: string }): Raw => ({
  ...graph,
  edges: edgesOf(graph).map((edge, edgeIndex) => {
    if (edgeIndex !== index) return edge;
    const moved = ends(edge, fromOf(edge), part.to ?? toOf(edge));
    return part.condition === undefined
      ? moved
      : {
          ...moved,
          condition: { ...(isRecord(edge.condition) ? edge.condition : { type: "ai" }), prompt: part.condition },
        };
  }),
});

export const removeEdge = (graph: Raw, index: number): Raw => ({
  ...graph,
  edges: edgesOf(graph).filter((_, edgeIndex) => edgeIndex !== index),
});

/** Moves nodes to new positions, by name. */
export const moveNodes = (graph: Raw, positions: ReadonlyMap<string, { x: number; y: number }>): Raw => ({
  ...graph,
  nodes: nodesOf(graph).map((node) => {
    const position = positions.get(nameOf(node));
    return position ? { ...node, metadata: { ...recordIn(node.metadata), position } } : node;
  }),
});

export { edgesOf, nodesOf };
