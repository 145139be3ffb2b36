// A call's path through its scenario's graph, for the list on its page.
import type { Output } from "@/lib/contracts/contract";
import type { analyzeCallBranch } from "@/lib/contracts/simulation/runs/call-analyses";

export type CallPath = Output<typeof analyzeCallBranch>;
export type PathNode = CallPath["nodes"][number];

export interface PathStep {
  name: string;
  /** Undefined if the graph no longer has the node. */
  node: PathNode | undefined;
  /** The node was visited before, and its evidence is listed there. */
  isAgain: boolean;
  /** The path leaves the expected one after this node. */
  isLeft: boolean;
}

/** The walked nodes in order. */
export function stepsOf(path: Pick<CallPath, "walked_path" | "expected_path" | "left_at" | "nodes">): PathStep[] {
  const left = path.left_at ? agreedUntil(path) : -1;
  return path.walked_path.map((name, index, walked) => ({
    name,
    node: path.nodes.find((node) => node.name === name),
    isAgain: walked.indexOf(name) < index,
    isLeft: index === left,
  }));
}

/** Index of the last walked node that follows the expected path; -1 if the first does not. */
function agreedUntil({ walked_path, expected_path }: Pick<CallPath, "walked_path" | "expected_path">): number {
  let at = -1;
  for (const name of expected_path) {
    const found = walked_path.indexOf(name, at + 1);
    if (found < 0) break;
    at = found;
  }
  return at;
}

/** The graph's unvisited nodes, expected ones first. */
export const missedNodes = ({ nodes }: Pick<CallPath, "nodes">): PathNode[] =>
  nodes.filter(({ walked }) => !walked).sort((one, other) => Number(other.expected) - Number(one.expected));
