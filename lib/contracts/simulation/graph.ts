import { givenObject } from "../shapes";

/** A graph as its maker has written it: nodes that speak, edges between their names. What of it counts is read by rules. */
export const givenGraph = givenObject.meta({
  id: "ScenarioGraph",
  description:
    "name, globalPrompt, nodes [{name, type conversation or tool, isStart, isGlobal, prompt, tool, metadata.position}], edges [{from, to, condition: {type: ai, prompt}}]; at most 500 nodes and 2000 edges, exactly one node with isStart",
});
export type GivenGraph = Record<string, unknown>;
