"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { draftsOf } from "@/app/_form/draft-store";
import { links } from "@/lib/client/links";
import { editScenario } from "@/lib/client/scenarios";
import type { ScenarioDetail } from "@/lib/contracts/simulation/scenarios";
import { placed } from "@/lib/simulation/scenarios/rules/layout";
import { type Based, useBasedDraft } from "../use-based-draft";
import { addNode, nodesOf, type Raw } from "./graph-edit";

const drafts = draftsOf<Based<Raw, number>>();

/** The draft of a scenario's graph, the chosen node, and what can be done with both. */
export function useGraphEditor(scenario: ScenarioDetail) {
  const version = scenario.graph_version ?? 0;
  const { draft, isOutdated, change, forget } = useBasedDraft(drafts, links.scenario(scenario.id), "graph", version);
  const [chosen, setChosen] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation(editScenario);
  const shownGraph = draft ?? scenario.graph;
  const changed = { scenario_id: scenario.id, graph: shownGraph, base_graph_version: version };
  const add = () => {
    const added = addNode(shownGraph, chosen);
    change(added.graph);
    setChosen(added.name);
  };
  const arrange = () => {
    const bare = nodesOf(shownGraph).map(({ metadata: _metadata, position: _position, ...node }) => node);
    change(placed({ ...shownGraph, nodes: bare }));
  };
  return {
    ...{ shownGraph, draft, change, forget, chosen, setChosen, add, arrange, isPending, error },
    save: () => mutate(changed, { onSuccess: forget }),
    /** Another version was saved since the draft began. While ours is saved, it arrives before the draft is removed. */
    isOver: isOutdated && !isPending,
  };
}

export type GraphEditor = ReturnType<typeof useGraphEditor>;
