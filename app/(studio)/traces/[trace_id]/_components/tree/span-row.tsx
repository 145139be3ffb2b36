import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import { classNames } from "@/app/_ui/class-names";
import { durationText, latencyText } from "@/app/_ui/figure/numbers";
import { Badge } from "@/app/_ui/text/badge";
import { beginningOf } from "@/app/_ui/text/graphemes";
import type { SpanScore } from "@/lib/contracts/evaluation/span-scores";
import type { Span } from "@/lib/contracts/traces/traces";
import { type Axis, barOf } from "./timeline";
import type { TreeRow } from "./tree";

const DEEPEST = 8;

/** Of minutes and hours no fractions are shown. */
const spanText = (ms: number): string => (ms < 120_000 ? latencyText(ms) : durationText(ms));

interface Props {
  row: TreeRow<Span>;
  axis: Axis | null;
  flaws: readonly string[] | undefined;
  scores: readonly SpanScore[] | undefined;
  isChosen: boolean;
  isFolded: boolean;
}

/** One span: its name at its depth, and its bar. Its tree handles keys and clicks. */
export const SpanRow = memo(function SpanRow({
  row: { span, depth, hasChildren },
  axis,
  flaws,
  scores = [],
  isChosen,
  isFolded,
}: Props) {
  const isError = span.status === "ERROR";
  return (
    <div
      role="treeitem"
      data-span={span.span_id}
      tabIndex={isChosen ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={isChosen}
      aria-expanded={hasChildren ? !isFolded : undefined}
      className={classNames(
        "grid cursor-default grid-cols-[minmax(0,1fr)] items-center gap-x-2 rounded-md py-1 pr-2 [contain-intrinsic-size:auto_2rem] [content-visibility:auto] hover:bg-hover focus-visible:-outline-offset-2 sm:grid-cols-[56%_minmax(0,1fr)] pointer-coarse:min-h-11",
        isChosen && "bg-accent-wash",
      )}
    >
      <span
        className="flex min-w-0 items-center gap-1.5"
        style={{ paddingLeft: `${4 + Math.min(depth, DEEPEST) * 14}px` }}
      >
        <Fold hasChildren={hasChildren} isFolded={isFolded} />
        <span className={classNames("min-w-0 flex-1 truncate", isError && "text-bad")}>
          {beginningOf(span.name, 300) || "Unnamed"}
          {isError ? <span className="sr-only">, error</span> : null}
        </span>
        {flaws ? (
          <span title={flaws.join(" ")} className="shrink-0 text-xs text-warn">
            Incomplete
          </span>
        ) : null}
        <Marks scores={scores} />
        {span.observation_type === "unknown" ? null : <Badge>{span.observation_type}</Badge>}
        <span className="min-w-14 shrink-0 text-right text-xs whitespace-nowrap text-soft tabular-nums">
          {span.latency_ms === null ? "running" : spanText(span.latency_ms)}
        </span>
      </span>
      <Bar span={span} axis={axis} />
    </div>
  );
});

function Fold({ hasChildren, isFolded }: { hasChildren: boolean; isFolded: boolean }) {
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <span aria-hidden="true" data-fold={hasChildren || undefined} className="flex size-4 shrink-0 items-center">
      {hasChildren ? <Icon className="size-3.5 text-faint" /> : null}
    </span>
  );
}

function Bar({ span, axis }: { span: Span; axis: Axis | null }) {
  const bar = axis && barOf(span, axis);
  return (
    <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-hover">
      {bar ? (
        <span
          className={classNames("block h-full min-w-0.5 rounded-full", span.status === "ERROR" ? "bg-bad" : "bg-soft")}
          style={{ marginLeft: `${Math.min(bar.left, 0.99) * 100}%`, width: `${bar.width * 100}%` }}
        />
      ) : null}
    </span>
  );
}

/** How many scores of a span failed, if any. */
function Marks({ scores }: { scores: readonly SpanScore[] }) {
  const failed = scores.filter(({ passed, outcome }) => passed === false || outcome === "error").length;
  if (scores.length === 0) return null;
  return failed > 0 ? <Badge tone="bad">{failed} failed</Badge> : <Badge>{scores.length} scored</Badge>;
}
