import type { GivenGraph } from "@/lib/contracts/simulation/graph";
import { Failure } from "@/lib/errors";
import { isError, readGraph } from "./rules/graph";
import { placed } from "./rules/layout";

/** The graph, with its nodes placed. Throws a 400 that names each place where it cannot be walked. */
export function assertGraph(graph: GivenGraph, field: string): GivenGraph {
  const problems = readGraph(graph).problems.filter(isError);
  if (problems.length > 0) {
    const fields: Record<string, string[]> = {};
    for (const { path, message } of problems) {
      const location = [field, path].filter((part) => part !== "").join(".");
      fields[location] = [...(fields[location] ?? []), message];
    }
    const message = Object.entries(fields)
      .map(([location, texts]) => `${location}: ${texts.join(" ")}`)
      .join("; ");
    throw new Failure("invalid", message, { fields });
  }
  const { nodes } = graph;
  return Array.isArray(nodes) ? placed({ ...graph, nodes }) : graph;
}
