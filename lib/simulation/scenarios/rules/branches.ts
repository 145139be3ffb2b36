// The ways through a graph: each is a course that a conversation may take.
import { type Graph, neighbours } from "./graph";

/** How often a way may come to a node: once more than straight through, so that a loop is gone round once. */
const VISITS = 2;
const MAX_BRANCHES = 500;
const MAX_LENGTH = 100;
const MAX_STEPS = 100_000;

export interface Branch {
  /** The nodes' names, from the start. */
  path: string[];
  /** A short label: where it ends. */
  category: string;
}

interface Path {
  name: string;
  before: Path | null;
  length: number;
}

/**
 * Every way from the start to an end, the shortest first, and one to each global node; a loop is gone round once. `isWhole` is
 * false where there are more than 500, or more than can be looked through.
 */
export function branchesOf(graph: Graph): { branches: Branch[]; isWhole: boolean } {
  const start = graph.nodes.find(({ isStart }) => isStart);
  if (!start) return { branches: [], isWhole: true };
  const ahead = neighbours(graph, "from", "to");
  const found: Path[] = [];
  const walk: Path[] = [{ name: start.name, before: null, length: 1 }];
  let isWhole = true;
  // The list grows while it is walked: breadth first, so that what is left out is what is longest.
  for (let index = 0; index < walk.length; index += 1) {
    const way = walk[index];
    if (!way) break;
    if (found.length >= MAX_BRANCHES || index >= MAX_STEPS) {
      isWhole = false;
      break;
    }
    const next = ahead.get(way.name) ?? [];
    if (next.length === 0 || way.length >= MAX_LENGTH) found.push(way);
    else
      for (const name of next) if (visits(way, name) < VISITS) walk.push({ name, before: way, length: way.length + 1 });
  }
  // A graph that only goes round has no end: what it has gone through is its one branch.
  const longest = walk.at(-1);
  const ways = found.length > 0 || !longest ? found : [longest];
  return { branches: [...ways.map(branchOf), ...globalBranches(graph, start.name)].slice(0, MAX_BRANCHES), isWhole };
}

function visits(way: Path, name: string): number {
  let count = 0;
  for (let at: Path | null = way; at; at = at.before) if (at.name === name) count += 1;
  return count;
}

function branchOf(way: Path): Branch {
  const path: string[] = [];
  for (let at: Path | null = way; at; at = at.before) path.unshift(at.name);
  return { path, category: path.at(-1) ?? "" };
}

const globalBranches = ({ nodes }: Graph, start: string): Branch[] =>
  nodes.flatMap(({ name, isGlobal }) => (isGlobal && name !== start ? { path: [start, name], category: name } : []));

/** The nodes that a cell names. */
export const branchIn = (text: string | null | undefined): string[] =>
  text?.trim() ? text.split("->").map((name) => name.trim()) : [];

/** The branches of `rows` rows: every branch is taken once before one is taken twice, in an order that the lot decides. */
export function assignedBranches(branches: readonly Branch[], rows: number, random: () => number): Branch[] {
  const order = branches.map((branch) => ({ branch, lot: random() })).sort((one, other) => one.lot - other.lot);
  return Array.from({ length: order.length > 0 ? rows : 0 }, (_, index) => {
    const at = order[index % order.length];
    return at?.branch ?? { path: [], category: "" };
  });
}
