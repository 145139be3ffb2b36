"use client";
import { classNames } from "@/app/_ui/class-names";
import { latencyText } from "@/app/_ui/figure/numbers";
import { Badge } from "@/app/_ui/text/badge";
import type { SpanScore } from "@/lib/contracts/evaluation/span-scores";
import type { Span, Trace } from "@/lib/contracts/traces/traces";
import { barOf, type TreeRow } from "./tree";

const DEEPEST = 8;

interface Props {
  rows: readonly TreeRow<Span>[];
  trace: Trace;
  scores: readonly SpanScore[];
  chosen: string | undefined;
  onChoose: (spanId: string) => void;
}

/** The spans of a trace, each under its parent, on a timeline. */
export function SpanTree({ rows, trace, scores, chosen, onChoose }: Props) {
  return (
    <nav aria-label="Spans" className="max-h-[40dvh] overflow-y-auto lg:max-h-[calc(100dvh-14rem)]">
      <ul>
        {rows.map(({ span, depth }) => (
          <li key={span.span_id}>
            <button
              type="button"
              aria-current={span.span_id === chosen ? "true" : undefined}
              onClick={() => onChoose(span.span_id)}
              style={{ paddingLeft: `${8 + Math.min(depth, DEEPEST) * 14}px` }}
              className={classNames(
                "grid w-full gap-1 rounded-md py-1.5 pr-2 text-left hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11",
                span.span_id === chosen && "bg-accent-wash",
              )}
            >
              <span className="flex items-center gap-2">
                <span className={classNames("min-w-0 flex-1 truncate", span.status === "ERROR" && "text-bad")}>
                  {span.name || "Unnamed"}
                  {span.status === "ERROR" ? <span className="sr-only">, error</span> : null}
                </span>
                <Marks scores={scores.filter(({ span_id }) => span_id === span.span_id)} />
                {span.observation_type === "unknown" ? null : <Badge>{span.observation_type}</Badge>}
                <span className="shrink-0 text-xs text-soft tabular-nums">
                  {span.latency_ms === null ? "running" : latencyText(span.latency_ms)}
                </span>
              </span>
              <Bar span={span} trace={trace} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Bar({ span, trace }: { span: Span; trace: Trace }) {
  const bar = barOf(span, trace);
  if (!bar) return null;
  return (
    <span aria-hidden="true" className="block h-0.5 rounded-full bg-press">
      <span
        className={classNames("block h-full min-w-0.5 rounded-full", span.status === "ERROR" ? "bg-bad" : "bg-soft")}
        style={{ marginLeft: `${Math.min(bar.left, 0.995) * 100}%`, width: `${bar.width * 100}%` }}
      />
    </span>
  );
}

/** How many scores of a span failed, if any. */
function Marks({ scores }: { scores: readonly SpanScore[] }) {
  const failed = scores.filter(({ passed, outcome }) => passed === false || outcome === "error").length;
  if (scores.length === 0) return null;
  return failed > 0 ? <Badge tone="bad">{failed} failed</Badge> : <Badge>{scores.length} scored</Badge>;
}
