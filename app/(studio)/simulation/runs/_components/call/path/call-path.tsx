"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { percentText, quantity } from "@/app/_ui/figure/numbers";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { callPathQuery, PLAYING_MS } from "@/lib/client/runs";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { recordsIn } from "@/lib/records";
import { readGraph } from "@/lib/simulation/scenarios/rules/graph";
import { placed } from "@/lib/simulation/scenarios/rules/layout";
import { EdgeTable } from "./path-edges";
import { PathList } from "./path-list";
import { type CallPath, stepsOf } from "./path-steps";

const canvas = lazyCode(() =>
  import("@/app/(studio)/simulation/scenarios/_components/graph/graph-canvas").then((module) => module.GraphCanvas),
);

/** A call's path through its scenario's graph: a list with the evidence, and the drawing. */
export function CallPathView({ call, isOver }: { call: CallRecord; isOver: boolean }) {
  const found = useQuery({ ...callPathQuery(call.id), refetchInterval: isOver ? false : PLAYING_MS });
  if (found.isPending) return <TableSkeleton columns={3} rows={6} />;
  if (found.isError)
    return <ErrorState title="Could not load the path" error={found.error} onRetry={() => found.refetch()} />;
  const { data } = found;
  if (!data.has_graph) return <EmptyState title="No graph">{data.reason}</EmptyState>;
  if (data.walked_path.length === 0) return <EmptyState title="No path yet">{data.reason}</EmptyState>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Outcome path={data} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <PathList callId={call.id} path={data} steps={stepsOf(data)} />
        <GraphDrawing call={call} path={data} />
      </div>
      <EdgeTable path={data} />
    </div>
  );
}

/** The API compares at most this many calls. */
const MAX_COMPARED = 100;

const outcomes = {
  followed: { tone: "good", shape: "check", word: "Followed the expected branch" },
  left: { tone: "bad", shape: "unequal", word: "Left the expected branch" },
  stopped: { tone: "warn", shape: "pause", word: "Ended before the branch was complete" },
  unclear: { tone: "neutral", shape: "ring", word: "Unclear" },
} as const;

function Outcome({ path }: { path: CallPath }) {
  const { outcome, expected_path: expected, coverage, calls_compared: compared } = path;
  const look = outcome ? outcomes[outcome] : null;
  return (
    <div className="grid max-w-3xl gap-3">
      <div>
        {look ? (
          <Status tone={look.tone} shape={look.shape} className="font-medium">
            {look.word}
          </Status>
        ) : null}
        <p className="text-soft">
          {path.reason} The path is derived from words and tool calls, not by a model. Every node shows its evidence.
        </p>
      </div>
      <DefinitionList
        entries={[
          {
            term: "Expected",
            value: expected.length === 0 ? <Missing reason="The row has no expected branch" /> : expected.join(" → "),
          },
          { term: "Walked", value: path.walked_path.join(" → ") },
          ...(coverage === null
            ? []
            : [
                {
                  term: "Reached",
                  value: `${Math.round(coverage * expected.length)} of ${quantity(expected.length, "expected node")} (${percentText(coverage)})`,
                },
              ]),
          {
            term: "Shares",
            value:
              compared === 0
                ? "No finished calls in this execution yet"
                : `of ${compared < MAX_COMPARED ? "" : "the first "}${quantity(compared, "finished call")} in this execution and scenario`,
          },
        ]}
      />
    </div>
  );
}

function GraphDrawing({ call, path }: { call: CallRecord; path: CallPath }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const Canvas = useLazyCode(canvas);
  const storedGraph = call.scenario_graph ?? {};
  const { graph } = readGraph(placed({ ...storedGraph, nodes: recordsIn(storedGraph.nodes) }));
  return (
    <figure className="min-w-0">
      <div className="h-[28rem] overflow-hidden rounded-lg border border-line bg-sunk max-lg:h-80">
        {Canvas ? (
          <Canvas graph={graph} problems={[]} chosen={chosen} onChoose={setChosen} walked={path.walked_path} />
        ) : null}
      </div>
      <figcaption className="mt-1 text-xs text-faint">
        Numbers show the order of the walk. Select a node to see the conditions of its edges.
      </figcaption>
    </figure>
  );
}
