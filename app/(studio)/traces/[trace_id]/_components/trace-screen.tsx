"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { latencyText, quantity } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Time } from "@/app/_ui/text/time";
import { DeleteTrace } from "@/app/(studio)/traces/_components/delete-traced";
import { links } from "@/lib/client/links";
import { traceTreeQuery } from "@/lib/client/traces";
import { AddToQueue } from "../../../_components/add-to-queue";
import { AddToScenario } from "../../../_components/add-to-scenario";
import { usdText } from "../../../gateway/_components/usd";
import { AddToDataset } from "../../_components/add-to-dataset";
import { SpanStatus } from "../../_components/span-status";
import { TraceRows } from "./trace-rows";
import { TraceSpans } from "./trace-spans";
import type { WholeTrace } from "./whole-trace";

export function TraceScreen({ traceId }: { traceId: string }) {
  const found = useQuery(traceTreeQuery(traceId));
  return (
    <FoundPage found={found} title="Trace" parent={parent} problem="The trace could not be loaded" columns={2}>
      {(trace) => <TraceView trace={trace} />}
    </FoundPage>
  );
}

type Action = "queue" | "dataset" | "scenario";

const parent = { href: links.traces(), label: "Traces" };

function TraceView({ trace }: { trace: WholeTrace }) {
  const may = useMayWrite();
  const [dialog, setDialog] = useState<Action | null>(null);
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
        actions={<Actions id={trace.id} may={may} onChoose={setDialog} />}
      />
      <AddToQueue
        what="The trace becomes an item"
        sources={{ items: [{ source_type: "trace", source_id: trace.id }] }}
        open={dialog === "queue"}
        onOpenChange={close}
      />
      {dialog === "scenario" ? <AddToScenario source={{ type: "trace", id: trace.id }} onClose={close} /> : null}
      {dialog === "dataset" ? <AddToDataset chosen={{ trace_ids: [trace.id] }} onClose={close} /> : null}
      <TraceSpans trace={trace} />
      <TraceRows traceId={trace.id} />
    </>
  );
}

interface ActionsProps {
  id: string;
  may: boolean;
  onChoose: (action: Action) => void;
}

const Actions = ({ id, may, onChoose }: ActionsProps) => (
  <>
    {may ? (
      <>
        <Button keys="s" onClick={() => onChoose("scenario")}>
          Make a scenario row
        </Button>
        <Button keys="d" onClick={() => onChoose("dataset")}>
          Add to a dataset
        </Button>
      </>
    ) : null}
    <Button keys="a" onClick={() => onChoose("queue")}>
      Add to a queue
    </Button>
    {may ? <DeleteTrace id={id} /> : null}
  </>
);

function Facts({ trace }: { trace: WholeTrace }) {
  const facts = [
    trace.latency_ms === null ? null : latencyText(trace.latency_ms),
    quantity(trace.span_count, "span"),
    trace.total_tokens === null ? null : quantity(trace.total_tokens, "token"),
    trace.cost_usd === null ? null : usdText(trace.cost_usd),
  ];
  const around = [
    { text: trace.project_name, href: links.tracedProject(trace.project_id) },
    ...(trace.session ? [{ text: `Session ${trace.session_id}`, href: links.tracedSession(trace.session.id) }] : []),
    ...(trace.user_id ? [{ text: trace.user_id, href: links.tracedUser(trace.project_id, trace.user_id) }] : []),
  ];
  return (
    <span className="flex flex-wrap gap-x-3 tabular-nums">
      {around.map(({ text, href }) => (
        <NextLink key={href} href={href} className="reach wrap-anywhere hover:underline">
          {text}
        </NextLink>
      ))}
      {facts.map((fact) => (fact === null ? null : <span key={fact}>{fact}</span>))}
      {trace.started_at ? <Time at={trace.started_at} /> : null}
    </span>
  );
}
