import { Missing } from "@/app/_ui/feedback/missing";
import { countText, durationText, latencyText } from "@/app/_ui/figure/numbers";
import { timeColumn } from "@/app/_ui/list/columns";
import type { Column } from "@/app/_ui/list/table";
import { aboutCall, outcomeOf } from "@/app/(studio)/simulation/runs/_components/words";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import type { TraceSession } from "@/lib/contracts/traces/sessions";
import type { SpanSummary } from "@/lib/contracts/traces/spans";
import type { ListedTrace } from "@/lib/contracts/traces/traces";
import type { TracedKind } from "./traced-choice";

/** What helps to recognize a trace, span, session or call. `id` is its id as a queue source. */
export interface TracedRow {
  id: string;
  name: string;
  /** How its input begins, if that is known. */
  input?: string | null;
  about: string;
  latencyMs: number | null;
  at: string | null;
}

export const rowOfTrace = (trace: ListedTrace): TracedRow => ({
  id: trace.id,
  name: trace.name,
  input: trace.input_preview,
  about: trace.status === "UNSET" ? "Running" : countText(trace.span_count),
  latencyMs: trace.latency_ms,
  at: trace.started_at,
});
export const rowOfSpan = (span: SpanSummary): TracedRow => ({
  id: span.span_id,
  name: span.name,
  about: span.model ?? span.observation_type,
  latencyMs: span.latency_ms,
  at: span.started_at,
});
export const rowOfSession = (session: TraceSession): TracedRow => ({
  id: session.id,
  name: session.name,
  about: countText(session.trace_count),
  latencyMs: null,
  at: session.started_at,
});

export const rowOfCall = (call: CallRecord): TracedRow => ({
  id: call.id,
  name: `#${call.number + 1} ${aboutCall(call)}`,
  about: outcomeOf(call).word,
  latencyMs: call.duration_seconds === null ? null : call.duration_seconds * 1000,
  at: call.start_time,
});

const aboutWords: Record<TracedKind, string> = {
  trace: "Spans",
  observation_span: "Model or type",
  trace_session: "Traces",
  call_execution: "Outcome",
};

export const tracedColumns = (kind: TracedKind): Column<TracedRow>[] => [
  {
    key: "name",
    header: "Name",
    cell: ({ name, input }) => (
      <span className="line-clamp-1 wrap-anywhere">
        {input ? `${input} ` : name}
        {input ? <span className="text-faint">{name}</span> : null}
      </span>
    ),
  },
  { key: "about", header: aboutWords[kind], width: "w-32", wide: true, cell: (row) => row.about },
  ...(kind === "trace_session"
    ? []
    : [
        {
          key: "latency",
          header: "Duration",
          align: "right" as const,
          width: "w-24",
          wide: true,
          cell: ({ latencyMs }: TracedRow) =>
            latencyMs === null ? (
              <Missing reason="Not finished" />
            ) : latencyMs < 10_000 ? (
              latencyText(latencyMs)
            ) : (
              durationText(latencyMs)
            ),
        },
      ]),
  timeColumn("Started", (row) => row.at),
];
