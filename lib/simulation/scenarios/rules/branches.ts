// The branches of a graph: each is a possible course of a conversation.
import { type Graph, neighbours } from "./graph";

/** How often a branch may visit a node: once more than straight through, so that it follows a loop once. */
const VISITS = 2;
const MAX_BRANCHES = 500;
const MAX_LENGTH = 100;
const MAX_STEPS = 100_000;

export interface Branch {
  /** The names of the nodes, from the start. */
  path: string[];
  /** A short label: the branch's end. */
  category: string;
}

interface Path {
  name: string;
  before: Path | null;
  length: number;
}

/**
 * Every branch from the start to an end, shortest first, and one to each global node. Loops are followed once.
 * `isWhole` is false if there are more than 500, or too many to search.
 */
export function branchesOf(graph: Graph): { branches: Branch[]; isWhole: boolean } {
  const start = graph.nodes.find(({ isStart }) => isStart);
  if (!start) return { branches: [], isWhole: true };
  const ahead = neighbours(graph, "from", "to");
  const found: Path[] = [];
  const walk: Path[] = [{ name: start.name, before: null, length: 1 }];
  let isWhole = true;
  // The list grows during the loop: breadth first, so that the longest branches are those left out.
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
  // A graph that only loops has no end. The path through it is its only branch.
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

/** The branches of `rows` rows, in random order. Every branch is used once before any is used twice. */
export function assignedBranches(branches: readonly Branch[], rows: number, random: () => number): Branch[] {
  const order = branches.map((branch) => ({ branch, lot: random() })).sort((one, other) => one.lot - other.lot);
  return Array.from({ length: order.length > 0 ? rows : 0 }, (_, index) => {
    const at = order[index % order.length];
    return at?.branch ?? { path: [], category: "" };
  });
}
