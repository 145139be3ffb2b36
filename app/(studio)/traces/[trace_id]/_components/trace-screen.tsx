"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { countText, latencyText, quantity } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Time } from "@/app/_ui/text/time";
import { personQuery } from "@/lib/client/account";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { traceQuery, traceScoresQuery } from "@/lib/client/traces";
import type { Output } from "@/lib/contracts/contract";
import type { getTrace } from "@/lib/contracts/traces/traces";
import { AddToQueue } from "../../../_components/add-to-queue";
import { AddToScenario } from "../../../_components/add-to-scenario";
import { usdText } from "../../../gateway/_components/usd";
import { AddToDataset } from "../../_components/add-to-dataset";
import { SpanStatus } from "../../_components/span-status";
import { SpanDetail } from "./span-detail";
import { SpanTree } from "./span-tree";
import { TraceRows } from "./trace-rows";
import { TraceScores } from "./trace-scores";
import { treeOf } from "./tree";

type Trace = Output<typeof getTrace>;

export function TraceScreen({ traceId }: { traceId: string }) {
  const found = useQuery(traceQuery(traceId));
  return (
    <FoundPage found={found} title="Trace" parent={parent} problem="The trace could not be loaded" columns={2}>
      {(trace) => <TraceView trace={trace} />}
    </FoundPage>
  );
}

const parent = { href: links.traces(), label: "Traces" };

function TraceView({ trace }: { trace: Trace }) {
  const may = mayWrite(useQuery(personQuery()).data?.organization_role);
  const [dialog, setDialog] = useState<"queue" | "dataset" | "scenario" | null>(null);
  const close = () => setDialog(null);
  useShortcuts("Page", [
    { keys: "a", description: "Add to a queue", run: () => setDialog("queue") },
    ...(may
      ? [
          { keys: "d", description: "Add to a dataset", run: () => setDialog("dataset") },
          { keys: "s", description: "Make a scenario row", run: () => setDialog("scenario") },
        ]
      : []),
  ]);
  return (
    <>
      <PageHeader
        title={trace.name || "Unnamed trace"}
        status={<SpanStatus status={trace.status} isEnded={trace.status !== "UNSET"} />}
        description={<Facts trace={trace} />}
        parent={parent}
        actions={
          <>
            {may ? (
              <>
                <Button keys="s" onClick={() => setDialog("scenario")}>
                  Make a scenario row
                </Button>
                <Button keys="d" onClick={() => setDialog("dataset")}>
                  Add to a dataset
                </Button>
              </>
            ) : null}
            <Button keys="a" onClick={() => setDialog("queue")}>
              Add to a queue
            </Button>
          </>
        }
      />
      <AddToQueue
        what="The trace becomes an item"
        sources={{ items: [{ source_type: "trace", source_id: trace.id }] }}
        open={dialog === "queue"}
        onOpenChange={close}
      />
      {dialog === "scenario" ? <AddToScenario source={{ type: "trace", id: trace.id }} onClose={close} /> : null}
      {dialog === "dataset" ? <AddToDataset chosen={{ trace_ids: [trace.id] }} onClose={close} /> : null}
      <Spans trace={trace} />
      <TraceRows traceId={trace.id} />
    </>
  );
}

/** The tree of spans beside the chosen one, and all scores below. */
function Spans({ trace }: { trace: Trace }) {
  const { get, set } = useAddress();
  const scores = useQuery(traceScoresQuery(trace.id));
  const rows = treeOf(trace.spans);
  const chosen = rows.find(({ span }) => span.span_id === get("span"))?.span ?? rows[0]?.span;
  const choose = (span: string) => set({ span }, { keepsBack: false });
  const step = (by: number) => {
    const next = rows[rows.findIndex(({ span }) => span === chosen) + by];
    if (next) choose(next.span.span_id);
  };
  useShortcuts("Page", [
    { keys: "j", description: "Next span", run: () => step(1) },
    { keys: "k", description: "Previous span", run: () => step(-1) },
  ]);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:sticky lg:top-4">
          <SpanTree rows={rows} trace={trace} scores={scores.data ?? []} chosen={chosen?.span_id} onChoose={choose} />
          {trace.span_count > trace.spans.length ? (
            <p className="text-xs text-faint">
              The first {countText(trace.spans.length)} of {countText(trace.span_count)} spans.
            </p>
          ) : null}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {chosen ? (
            <SpanDetail
              span={chosen}
              scores={(scores.data ?? []).filter(({ span_id }) => span_id === chosen.span_id)}
            />
          ) : (
            <p className="text-soft">No spans of this trace have arrived yet.</p>
          )}
        </div>
      </div>
      <TraceScores trace={trace} scores={scores} onChoose={choose} />
    </>
  );
}

function Facts({ trace }: { trace: Trace }) {
  const facts = [
    trace.project_name,
    trace.session_id ? `session ${trace.session_id}` : null,
    trace.latency_ms === null ? null : latencyText(trace.latency_ms),
    quantity(trace.span_count, "span"),
    trace.total_tokens === null ? null : quantity(trace.total_tokens, "token"),
    trace.cost_usd === null ? null : usdText(trace.cost_usd),
  ];
  return (
    <span className="flex flex-wrap gap-x-3 tabular-nums">
      {facts.map((fact) => (fact === null ? null : <span key={fact}>{fact}</span>))}
      {trace.started_at ? <Time at={trace.started_at} /> : null}
    </span>
  );
}
