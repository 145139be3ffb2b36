"use client";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { quantity } from "@/app/_ui/figure/numbers";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import type { ScenarioDetail } from "@/lib/contracts/simulation/scenarios";
import { branchesOf } from "@/lib/simulation/scenarios/rules/branches";
import { type Graph, readGraph } from "@/lib/simulation/scenarios/rules/graph";
import { SavedMeanwhile } from "../saved-meanwhile";
import { moveNodes } from "./graph-edit";
import { GraphProblems } from "./graph-problems";
import { NodeForm } from "./node-form";
import { type GraphEditor, useGraphEditor } from "./use-graph-editor";

const canvas = lazyCode(() => import("./graph-canvas").then((module) => module.GraphCanvas));

interface Props {
  scenario: ScenarioDetail;
  mayChange: boolean;
}

/** The scenario's graph as a drawing, beside a form that edits the same graph by keyboard. */
export function GraphView({ scenario, mayChange }: Props) {
  const editor = useGraphEditor(scenario);
  const { shownGraph, draft, isOver, chosen, setChosen, change, add, error } = editor;
  const Canvas = useLazyCode(canvas);
  const { graph, problems } = readGraph(shownGraph);
  if (graph.nodes.length === 0 && !draft)
    return <NoGraph isBeingWritten={scenario.status === "Processing"} onCreate={mayChange ? add : null} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Size graph={graph} />
        {mayChange ? <Actions editor={editor} /> : null}
      </div>
      {isOver ? <SavedMeanwhile what="graph" /> : null}
      {error ? (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      ) : null}
      <GraphProblems problems={problems} onOpen={setChosen} />
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

function NoGraph({ isBeingWritten, onCreate }: { isBeingWritten: boolean; onCreate: (() => void) | null }) {
  if (isBeingWritten) return <EmptyState title="No graph">The graph is being generated.</EmptyState>;
  const create = onCreate ? (
    <Button look="primary" onClick={onCreate}>
      Create graph
    </Button>
  ) : null;
  return (
    <EmptyState title="No graph" action={create}>
      This scenario has rows without a graph.
    </EmptyState>
  );
}

function Size({ graph }: { graph: Graph }) {
  const { branches, isWhole } = branchesOf(graph);
  return (
    <p className="mr-auto text-soft max-sm:w-full">
      {quantity(graph.nodes.length, "node")}, {quantity(graph.edges.length, "edge")}, {isWhole ? "" : "more than "}
      {quantity(branches.length, "branch", "branches")}
    </p>
  );
}

function Actions({ editor: { draft, isOver, arrange, add, forget, save, isPending } }: { editor: GraphEditor }) {
  return (
    <>
      <Button onClick={arrange}>Arrange</Button>
      <Button onClick={add}>Add node</Button>
      {draft ? <Button onClick={forget}>Discard</Button> : null}
      <Button look="primary" busy={isPending} disabled={draft === null} onClick={save}>
        {isOver ? "Overwrite" : "Save graph"}
      </Button>
    </>
  );
}
