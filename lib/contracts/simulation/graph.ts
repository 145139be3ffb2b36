import { givenObject } from "../shapes";

/** A graph as the user wrote it: nodes, and edges between their names. Rules read the parts that matter. */
export const givenGraph = givenObject.meta({
  id: "ConversationGraph",
  description:
    "name, globalPrompt, nodes [{name, type conversation or tool, isStart, isGlobal, prompt, tool, metadata.position}], edges [{from, to, condition: {type: ai, prompt}}]; at most 500 nodes and 2000 edges, exactly one node with isStart",
});
export type GivenGraph = Record<string, unknown>;
