// A call's way through its scenario's graph as its page lists it.
import type { Output } from "@/lib/contracts/contract";
import type { analyzeCallBranch } from "@/lib/contracts/simulation/call-analyses";

export type CallPath = Output<typeof analyzeCallBranch>;
export type PathNode = CallPath["nodes"][number];

export interface PathStep {
  name: string;
  /** Undefined of a node that the graph has no more. */
  node: PathNode | undefined;
  /** It was come to before, and what shows that stands there. */
  isAgain: boolean;
  /** The way parts from the expected one behind it. */
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

/** The place of the last walked node that was expected there; -1 where the first was not. */
function agreedUntil({ walked_path, expected_path }: Pick<CallPath, "walked_path" | "expected_path">): number {
  let at = -1;
  for (const name of expected_path) {
    const found = walked_path.indexOf(name, at + 1);
    if (found < 0) break;
    at = found;
  }
  return at;
}

/** The graph's other nodes, those that were expected first. */
export const missedNodes = ({ nodes }: Pick<CallPath, "nodes">): PathNode[] =>
  nodes.filter(({ walked }) => !walked).sort((one, other) => Number(other.expected) - Number(one.expected));
