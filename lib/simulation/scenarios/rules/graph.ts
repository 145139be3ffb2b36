// Parses a graph, and finds all its problems, each with its place. Browsers run this file while a user draws one.
import { isRecord, recordIn, textIn } from "@/lib/records";

const MAX_NODES = 500;
const MAX_EDGES = 2000;
const MAX_PROBLEMS = 50;

export interface GraphNode {
  name: string;
  type: "conversation" | "tool";
  isStart: boolean;
  isGlobal: boolean;
  prompt: string;
  /** The tool that a tool node calls, such as end_call. */
  tool: string | null;
  position: { x: number; y: number } | null;
}

export interface GraphEdge {
  from: string;
  to: string;
  /** The condition of the edge. */
  condition: string;
}

export interface Graph {
  name: string;
  globalPrompt: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export type GraphRule =
  | "shape"
  | "too_large"
  | "unnamed_node"
  | "duplicate_name"
  | "no_start"
  | "several_starts"
  | "edge_to_nothing"
  | "unreachable"
  | "dead_end"
  | "endless_loop"
  | "duplicate_edge";

export interface GraphProblem {
  rule: GraphRule;
  /** A graph with an error cannot be walked. A graph with a warning can, but probably not as intended. */
  severity: "error" | "warning";
  /** The place, as a path into the graph: `nodes.3`, `edges.0`; empty for the whole. */
  path: string;
  /** The name of the node, or of the node that the edge comes from. */
  node: string | null;
  message: string;
}

/** A parsed graph. It also accepts nodes named by `id`, and edges with `source` and `target`. */
export function readGraph(input: unknown): { graph: Graph; problems: GraphProblem[] } {
  const { nodes, edges, name, globalPrompt } = recordIn(input);
  const graph: Graph = { name: textIn(name), globalPrompt: textIn(globalPrompt), nodes: [], edges: [] };
  const sizes = [...sizeProblems("nodes", nodes, MAX_NODES), ...sizeProblems("edges", edges, MAX_EDGES)];
  if (sizes.length > 0 || !Array.isArray(nodes)) return { graph, problems: sizes };
  const shapes: GraphProblem[] = [];
  for (const [index, node] of nodes.entries()) {
    const read = readNode(node);
    if (read) graph.nodes.push(read);
    else shapes.push(error("unnamed_node", `nodes.${index}`, null, "Has no name."));
  }
  for (const [index, edge] of (Array.isArray(edges) ? edges : []).entries()) {
    const read = readEdge(edge);
    if (read) graph.edges.push(read);
    else shapes.push(error("shape", `edges.${index}`, null, "Must name the two nodes that it connects (from and to)."));
  }
  return { graph, problems: [...shapes, ...problemsOf(graph)].slice(0, MAX_PROBLEMS) };
}

const error = (rule: GraphRule, path: string, node: string | null, message: string): GraphProblem => ({
  rule,
  severity: "error",
  path,
  node,
  message,
});
const warning = (rule: GraphRule, path: string, node: string | null, message: string): GraphProblem => ({
  ...error(rule, path, node, message),
  severity: "warning",
});

function sizeProblems(path: "nodes" | "edges", list: unknown, most: number): GraphProblem[] {
  if (list === undefined && path === "edges") return [];
  if (!Array.isArray(list)) return [error("shape", path, null, "Must be a list.")];
  if (list.length === 0 && path === "nodes") return [error("shape", path, null, "Must have at least one node.")];
  return list.length > most
    ? [error("too_large", path, null, `At most ${most} are allowed; there are ${list.length}.`)]
    : [];
}

function readNode(input: unknown): GraphNode | null {
  const node = recordIn(input);
  const data = recordIn(node.data);
  const name = (textIn(node.name) || textIn(node.id)).trim();
  if (!name) return null;
  const tool = recordIn(node.tool);
  const at = [recordIn(node.metadata).position, node.position].find(isRecord);
  return {
    name,
    type: node.type === "tool" ? "tool" : "conversation",
    isStart: node.isStart === true || node.is_start === true || node.type === "start",
    isGlobal: node.isGlobal === true || node.is_global === true,
    prompt: textIn(node.prompt) || textIn(data.prompt),
    tool: node.type === "tool" ? textIn(recordIn(tool.function).name) || textIn(tool.type) || null : null,
    position: at && typeof at.x === "number" && typeof at.y === "number" ? { x: at.x, y: at.y } : null,
  };
}

function readEdge(input: unknown): GraphEdge | null {
  const edge = recordIn(input);
  const [from, to] = [textIn(edge.from) || textIn(edge.source), textIn(edge.to) || textIn(edge.target)];
  if (!from || !to) return null;
  return { from: from.trim(), to: to.trim(), condition: textIn(recordIn(edge.condition).prompt) };
}

/** The problems of a graph whose parts could be parsed, errors first. */
function problemsOf(graph: Graph): GraphProblem[] {
  const names = new Set(graph.nodes.map(({ name }) => name));
  const found = [...namesTwice(graph), ...startProblems(graph), ...edgeProblems(graph, names)];
  return [...found.filter(isError), ...found.filter((problem) => !isError(problem)), ...wayProblems(graph)];
}

export const isError = ({ severity }: GraphProblem): boolean => severity === "error";

function namesTwice({ nodes }: Graph): GraphProblem[] {
  const seen = new Set<string>();
  return nodes.flatMap(({ name }, index) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return error("duplicate_name", `nodes.${index}`, name, `Another node is already named "${name}".`);
  });
}

function startProblems({ nodes }: Graph): GraphProblem[] {
  const starts = nodes.flatMap((node, index) => (node.isStart ? [{ node, index }] : []));
  if (starts.length === 0)
    return [error("no_start", "nodes", null, "There is no start node. Set isStart on one node.")];
  return starts
    .slice(1)
    .map(({ node, index }) =>
      error("several_starts", `nodes.${index}`, node.name, `"${starts[0]?.node.name}" is already the start node.`),
    );
}

function edgeProblems({ edges }: Graph, names: ReadonlySet<string>): GraphProblem[] {
  const seen = new Set<string>();
  return edges.flatMap(({ from, to, condition }, index) => {
    const path = `edges.${index}`;
    const missing = [from, to].filter((name) => !names.has(name));
    if (missing.length > 0)
      return missing.map((name) => error("edge_to_nothing", path, from, `There is no node "${name}".`));
    const key = JSON.stringify([from, to, condition]);
    if (seen.has(key)) return warning("duplicate_edge", path, from, `The same edge to "${to}" already exists.`);
    seen.add(key);
    return [];
  });
}

/** Findings once every edge leads to a node: nodes that are never reached, and nodes without a path to an end. */
function wayProblems(graph: Graph): GraphProblem[] {
  const start = graph.nodes.find(({ isStart }) => isStart);
  if (!start) return [];
  const ahead = neighbours(graph, "from", "to");
  const leading = new Set(graph.nodes.filter(({ name }) => ahead.has(name)).map(({ name }) => name));
  const ends = graph.nodes.filter(({ name }) => !leading.has(name)).map(({ name }) => name);
  const met = reachedFrom([start.name, ...graph.nodes.flatMap((node) => (node.isGlobal ? node.name : []))], ahead);
  const ending = reachedFrom(ends, neighbours(graph, "to", "from"));
  return graph.nodes.flatMap(({ name, type, isGlobal }, index) => {
    const path = `nodes.${index}`;
    if (!met.has(name)) return warning("unreachable", path, name, `"${name}" cannot be reached from the start.`);
    if (isGlobal) return [];
    if (type === "conversation" && !leading.has(name))
      return warning(
        "dead_end",
        path,
        name,
        `"${name}" has no outgoing edge and no tool, so the conversation just stops there.`,
      );
    if (!ending.has(name))
      return warning(
        "endless_loop",
        path,
        name,
        `No path leads from "${name}" to an end: the conversation loops forever.`,
      );
    return [];
  });
}

export function neighbours({ edges }: Graph, of: "from" | "to", are: "from" | "to"): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const edge of edges) {
    const known = found.get(edge[of]);
    if (!known) found.set(edge[of], [edge[are]]);
    else if (!known.includes(edge[are])) known.push(edge[are]);
  }
  return found;
}

function reachedFrom(names: readonly string[], ahead: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(names);
  for (const name of reached) for (const next of ahead.get(name) ?? []) reached.add(next);
  return reached;
}
