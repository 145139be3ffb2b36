"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { draftsOf } from "@/app/_form/draft-store";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { quantity } from "@/app/_ui/figure/numbers";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import { Status } from "@/app/_ui/status";
import { links } from "@/lib/client/links";
import { editScenario } from "@/lib/client/scenarios";
import type { ScenarioDetail } from "@/lib/contracts/simulation/scenarios";
import { branchesOf } from "@/lib/simulation/scenarios/rules/branches";
import { type GraphProblem, isError, readGraph } from "@/lib/simulation/scenarios/rules/graph";
import { placed } from "@/lib/simulation/scenarios/rules/layout";
import { addNode, moveNodes, nodesOf, type Raw } from "./graph-edit";
import { NodeForm } from "./node-form";
import { SavedMeanwhile } from "./saved-meanwhile";
import { type Based, useBasedDraft } from "./use-based-draft";

const canvas = lazyCode(() => import("./graph-canvas").then((module) => module.GraphCanvas));

interface Props {
  scenario: ScenarioDetail;
  mayChange: boolean;
}

const drafts = draftsOf<Based<Raw, number>>();

/** The scenario's graph as a drawing, beside a form that edits the same graph by keyboard. */
export function GraphView({ scenario, mayChange }: Props) {
  const version = scenario.graph_version ?? 0;
  const { draft, isOutdated, change, forget } = useBasedDraft(drafts, links.scenario(scenario.id), "graph", version);
  const [chosen, setChosen] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation(editScenario);
  const isOver = isOutdated && !isPending; // the saved version arrives before the draft is removed
  const Canvas = useLazyCode(canvas);
  const shownGraph = draft ?? scenario.graph;
  const { graph, problems } = readGraph(shownGraph);
  const changed = { scenario_id: scenario.id, graph: shownGraph, base_graph_version: version };
  const save = () => mutate(changed, { onSuccess: forget });
  const add = () => {
    const added = addNode(shownGraph, chosen);
    change(added.graph);
    setChosen(added.name);
  };
  const arrange = () => {
    const bare = nodesOf(shownGraph).map(({ metadata: _metadata, position: _position, ...node }) => node);
    change(placed({ ...shownGraph, nodes: bare }));
  };
  if (graph.nodes.length === 0 && !draft)
    return (
      <EmptyState
        title="No graph"
        action={
          mayChange && scenario.status !== "Processing" ? (
            <Button look="primary" onClick={add}>
              Create graph
            </Button>
          ) : null
        }
      >
        {scenario.status === "Processing" ? "The graph is being generated." : "This scenario has rows without a graph."}
      </EmptyState>
    );
  const { branches, isWhole } = branchesOf(graph);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto text-soft max-sm:w-full">
          {quantity(graph.nodes.length, "node")}, {quantity(graph.edges.length, "edge")}, {isWhole ? "" : "more than "}
          {quantity(branches.length, "branch", "branches")}
        </p>
        {mayChange ? (
          <>
            <Button onClick={arrange}>Arrange</Button>
            <Button onClick={add}>Add node</Button>
            {draft ? <Button onClick={forget}>Discard</Button> : null}
            <Button look="primary" busy={isPending} disabled={draft === null} onClick={save}>
              {isOver ? "Overwrite" : "Save graph"}
            </Button>
          </>
        ) : null}
      </div>
      {isOver ? <SavedMeanwhile what="graph" /> : null}
      {error ? (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      ) : null}
      <Problems problems={problems} onOpen={setChosen} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="h-[32rem] overflow-hidden rounded-lg border border-line bg-sunk max-lg:h-80">
          {Canvas ? (
            <Canvas
              graph={graph}
              problems={problems}
              chosen={chosen}
              onChoose={setChosen}
              {...(mayChange ? { onMove: (positions) => change(moveNodes(shownGraph, positions)) } : {})}
            />
          ) : null}
        </div>
        <NodeForm graph={shownGraph} chosen={chosen} mayChange={mayChange} onChoose={setChosen} onChange={change} />
      </div>
    </div>
  );
}

function Problems({ problems, onOpen }: { problems: readonly GraphProblem[]; onOpen: (node: string) => void }) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Graph problems" className="grid gap-1 rounded-lg border border-line px-4 py-3">
      {problems.map((problem) => (
        <li key={`${problem.rule} ${problem.path} ${problem.message}`} className="flex gap-2">
          <Status
            tone={isError(problem) ? "bad" : "warn"}
            shape={isError(problem) ? "cross" : "alert"}
            className="w-14 shrink-0 self-start"
          >
            {isError(problem) ? "Error" : "Hint"}
          </Status>
          <span className="min-w-0 wrap-anywhere">
            {problem.node === null ? null : (
              <>
                <button
                  type="button"
                  className="reach text-soft underline hover:text-ink"
                  onClick={() => onOpen(problem.node ?? "")}
                >
                  {problem.node}
                </button>{" "}
              </>
            )}
            {problem.message}
          </span>
        </li>
      ))}
    </ul>
  );
}
