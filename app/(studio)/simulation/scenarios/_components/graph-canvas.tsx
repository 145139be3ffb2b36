"use client";
import "@xyflow/react/dist/base.css";
import "./graph-canvas.css";
import {
  applyNodeChanges,
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from "@xyflow/react";
import { useState } from "react";
import { classNames } from "@/app/_ui/class-names";
import type { Graph, GraphProblem } from "@/lib/simulation/scenarios/rules/graph";

interface Props {
  graph: Graph;
  problems: readonly GraphProblem[];
  chosen: string | null;
  onChoose: (name: string | null) => void;
  /** The nodes that a call came through, in order: they are numbered, and the edges between them marked. */
  walked?: readonly string[];
  /** Given where nodes may be moved. */
  onMove?: (places: Map<string, { x: number; y: number }>) => void;
}

type Drawn = Node<{ prompt: string; isStart: boolean; ends: boolean; problem: string | null; places: number[] }>;

/** Stored places are of nodes that are larger than ours, and square. */
const SCALE = { x: 0.6, y: 0.35 };
/** What fits between two columns of nodes; the form beside tells the whole. */
const LONGEST_LABEL = 24;
const kinds = { step: Step };

/** The graph as it is drawn. Nodes are dragged to new places; everything else is done in the form beside it. */
export function GraphCanvas({ graph, problems, chosen, onChoose, walked = [], onMove }: Props) {
  const nodes = graph.nodes.map(
    ({ name, prompt, isStart, type, position }): Drawn => ({
      id: name,
      type: "step",
      position: { x: (position?.x ?? 0) * SCALE.x, y: (position?.y ?? 0) * SCALE.y },
      selected: name === chosen,
      ariaLabel: name,
      data: {
        prompt,
        isStart,
        ends: type === "tool",
        problem: problems.find(({ node }) => node === name)?.message ?? null,
        places: walked.flatMap((node, place) => (node === name ? [place + 1] : [])),
      },
    }),
  );
  // While one is dragged, the places are the canvas's own.
  const [moving, setMoving] = useState<Drawn[] | null>(null);
  // All conditions at once would lie over one another: the chosen node's are told.
  const edges = graph.edges.map(({ from, to, condition }, index): Edge => {
    const isWalked = walked.some((node, place) => node === from && walked[place + 1] === to);
    return {
      id: String(index),
      source: from,
      target: to,
      ...(condition && from === chosen
        ? {
            label: condition.length > LONGEST_LABEL ? `${condition.slice(0, LONGEST_LABEL - 1)}…` : condition,
            zIndex: 1,
          }
        : {}),
      ...(isWalked
        ? { style: { stroke: "var(--accent)", strokeWidth: 2.5 }, zIndex: 1 }
        : from === chosen
          ? { style: { stroke: "var(--accent)" } }
          : {}),
      labelStyle: { fill: "var(--soft)", fontSize: 12 },
      labelBgStyle: { fill: "var(--sunk)" },
      markerEnd: { type: MarkerType.ArrowClosed, ...(isWalked ? { color: "var(--accent)" } : {}) },
      focusable: false,
    };
  });
  return (
    <ReactFlow
      nodes={moving ?? nodes}
      edges={edges}
      nodeTypes={kinds}
      fitView
      minZoom={0.1}
      nodesDraggable={onMove !== undefined}
      nodesConnectable={false}
      deleteKeyCode={null}
      // Who turns the wheel over it wants to read on; the buttons zoom, and so do two fingers.
      zoomOnScroll={false}
      preventScrolling={false}
      defaultMarkerColor={null}
      onNodeClick={(_, { id }) => onChoose(id)}
      onPaneClick={() => onChoose(null)}
      onNodesChange={(changes) => {
        // Enter and the space bar choose what has the focus.
        const pressed = changes.find((change) => change.type === "select" && change.selected);
        if (pressed?.type === "select") onChoose(pressed.id);
        if (changes.some(({ type }) => type === "position"))
          setMoving((now) => applyNodeChanges(changes, now ?? nodes));
      }}
      onNodeDragStop={(_, __, moved) => {
        onMove?.(new Map(moved.map(({ id, position: { x, y } }) => [id, { x: x / SCALE.x, y: y / SCALE.y }])));
        setMoving(null);
      }}
    >
      <Background color="var(--edge)" />
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

function Step({ id, data, selected }: NodeProps<Drawn>) {
  return (
    <div
      className={classNames(
        "w-44 rounded-md border bg-raised px-2.5 py-1.5 text-xs text-ink",
        selected
          ? "border-accent outline-2 outline-accent"
          : data.problem
            ? "border-bad"
            : data.places.length > 0
              ? "border-2 border-accent"
              : "border-edge",
      )}
    >
      <Handle type="target" position={Position.Left} className="opacity-0" />
      <p className="flex gap-1.5 font-medium">
        {data.places.length > 0 ? (
          <span className="shrink-0 text-accent tabular-nums">{data.places.join(", ")}</span>
        ) : null}
        <span className="truncate">{id}</span>
      </p>
      {data.isStart || data.ends ? <p className="text-faint">{data.isStart ? "Start" : "End"}</p> : null}
      {data.prompt ? <p className="line-clamp-2 text-soft">{data.prompt}</p> : null}
      <Handle type="source" position={Position.Right} className="opacity-0" />
    </div>
  );
}
