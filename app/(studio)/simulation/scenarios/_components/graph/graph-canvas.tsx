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

interface Shown {
  graph: Graph;
  problems: readonly GraphProblem[];
  chosen: string | null;
  /** The nodes of a call's path in order. They are numbered, and their edges highlighted. */
  walked: readonly string[];
}

interface Props extends Omit<Shown, "walked">, Partial<Pick<Shown, "walked">> {
  onChoose: (name: string | null) => void;
  /** Present if nodes may be moved. */
  onMove?: (positions: Map<string, { x: number; y: number }>) => void;
}

type Drawn = Node<{ prompt: string; isStart: boolean; ends: boolean; problem: string | null; steps: number[] }>;

/** Stored positions assume larger, square nodes. */
const SCALE = { x: 0.6, y: 0.35 };
/** The length that fits between two columns; the form shows the whole text. */
const LONGEST_LABEL = 24;
const kinds = { step: Step };

/** The drawing of the graph. Nodes can be dragged; the form beside it does everything else. */
export function GraphCanvas({ graph, problems, chosen, onChoose, walked = [], onMove }: Props) {
  const nodes = drawnNodes({ graph, problems, chosen, walked });
  // During a drag, the canvas holds the positions.
  const [moving, setMoving] = useState<Drawn[] | null>(null);
  return (
    <ReactFlow
      nodes={moving ?? nodes}
      edges={drawnEdges({ graph, chosen, walked })}
      nodeTypes={kinds}
      fitView
      minZoom={0.1}
      nodesDraggable={onMove !== undefined}
      nodesConnectable={false}
      deleteKeyCode={null}
      // The wheel scrolls the page; buttons and pinching zoom.
      zoomOnScroll={false}
      preventScrolling={false}
      defaultMarkerColor={null}
      onNodeClick={(_, { id }) => onChoose(id)}
      onPaneClick={() => onChoose(null)}
      onNodesChange={(changes) => {
        // Enter and the space bar select the focused node.
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

const drawnNodes = ({ graph, problems, chosen, walked }: Shown): Drawn[] =>
  graph.nodes.map(({ name, prompt, isStart, type, position }) => ({
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
      steps: walked.flatMap((node, index) => (node === name ? [index + 1] : [])),
    },
  }));

const drawnEdges = ({ graph, chosen, walked }: Omit<Shown, "problems">): Edge[] =>
  graph.edges.map(({ from, to, condition }, index) => {
    const isWalked = walked.some((node, index) => node === from && walked[index + 1] === to);
    // All conditions at once would overlap, so only the chosen node's are shown.
    const label = condition && from === chosen ? { label: shortened(condition), zIndex: 1 } : {};
    const accent = { stroke: "var(--accent)" };
    const look = isWalked
      ? { style: { ...accent, strokeWidth: 2.5 }, zIndex: 1 }
      : from === chosen
        ? { style: accent }
        : {};
    return {
      id: String(index),
      source: from,
      target: to,
      ...label,
      ...look,
      labelStyle: { fill: "var(--soft)", fontSize: 12 },
      labelBgStyle: { fill: "var(--sunk)" },
      markerEnd: { type: MarkerType.ArrowClosed, ...(isWalked ? { color: "var(--accent)" } : {}) },
      focusable: false,
    };
  });

const shortened = (text: string): string =>
  text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text;

function Step({ id, data, selected }: NodeProps<Drawn>) {
  return (
    <div
      className={classNames(
        "w-44 rounded-md border bg-raised px-2.5 py-1.5 text-xs text-ink",
        selected
          ? "border-accent outline-2 outline-accent"
          : data.problem
            ? "border-bad"
            : data.steps.length > 0
              ? "border-2 border-accent"
              : "border-edge",
      )}
    >
      <Handle type="target" position={Position.Left} className="opacity-0" />
      <p className="flex gap-1.5 font-medium">
        {data.steps.length > 0 ? (
          <span className="shrink-0 text-accent tabular-nums">{data.steps.join(", ")}</span>
        ) : null}
        <span className="truncate">{id}</span>
      </p>
      {data.isStart || data.ends ? <p className="text-faint">{data.isStart ? "Start" : "End"}</p> : null}
      {data.prompt ? <p className="line-clamp-2 text-soft">{data.prompt}</p> : null}
      <Handle type="source" position={Position.Right} className="opacity-0" />
    </div>
  );
}
