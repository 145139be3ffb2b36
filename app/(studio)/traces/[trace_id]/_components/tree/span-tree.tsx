"use client";
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from "react";
import { latencyText } from "@/app/_ui/figure/numbers";
import type { SpanScore } from "@/lib/contracts/evaluation/span-scores";
import type { Span } from "@/lib/contracts/traces/traces";
import { groupBy } from "@/lib/group-by";
import { SpanRow } from "./span-row";
import type { Axis } from "./timeline";
import type { TreeRow } from "./tree";

interface Props {
  /** The rows that no folded one hides. */
  rows: readonly TreeRow<Span>[];
  axis: Axis | null;
  flaws: ReadonlyMap<string, readonly string[]>;
  scores: readonly SpanScore[] | undefined;
  chosen: string | undefined;
  folded: ReadonlySet<string>;
  onChoose: (spanId: string) => void;
  /** Folds a span, or opens it. */
  onFold: (spanId: string) => void;
}

/** The spans of a trace, each under its parent, beside bars on one time axis. */
export function SpanTree({ rows, axis, flaws, scores, chosen, folded, onChoose, onFold }: Props) {
  const tree = useRef<HTMLDivElement>(null);
  const scoresOf = useMemo(() => groupBy(scores ?? [], ({ span_id }) => span_id), [scores]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice moves the tree
  useEffect(() => {
    tree.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const click = (event: MouseEvent<HTMLElement>) => {
    const id = idOf(event);
    if (id === undefined) return;
    if (event.target instanceof Element && event.target.closest("[data-fold]")) onFold(id);
    else onChoose(id);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const index = rows.findIndex(({ span }) => span.span_id === idOf(event));
    const next = stepOf(event.key, rows, index, folded);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (next === "fold") return onFold(rows[index]?.span.span_id ?? "");
    const to = rows[next]?.span.span_id;
    if (to === undefined) return;
    onChoose(to);
    event.currentTarget.querySelector<HTMLElement>(`[data-span="${to}"]`)?.focus();
  };
  return (
    <div className="grid gap-1">
      {axis ? <AxisEnds length={axis.to - axis.from} /> : null}
      <div
        ref={tree}
        role="tree"
        tabIndex={-1}
        aria-label="Spans"
        onClick={click}
        onKeyDown={press}
        className="relative max-h-[40dvh] overflow-y-auto lg:max-h-[calc(100dvh-16rem)]"
      >
        {rows.map((row) => (
          <SpanRow
            key={row.span.span_id}
            row={row}
            axis={axis}
            flaws={flaws.get(row.span.span_id)}
            scores={scoresOf.get(row.span.span_id)}
            isChosen={row.span.span_id === chosen}
            isFolded={folded.has(row.span.span_id)}
          />
        ))}
      </div>
    </div>
  );
}

const idOf = ({ target }: MouseEvent | KeyboardEvent) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-span]")?.dataset.span : undefined;

/** The row that a key leads to, or that it folds the row; null for other keys. */
function stepOf(key: string, rows: readonly TreeRow<Span>[], index: number, folded: ReadonlySet<string>) {
  const row = rows[index];
  if (!row) return null;
  const isFolded = folded.has(row.span.span_id);
  switch (key) {
    case "ArrowDown":
      return index + 1;
    case "ArrowUp":
      return index - 1;
    case "Home":
      return 0;
    case "End":
      return rows.length - 1;
    case "ArrowRight":
      return row.hasChildren ? (isFolded ? "fold" : index + 1) : null;
    case "ArrowLeft":
      return row.hasChildren && !isFolded
        ? "fold"
        : rows.slice(0, index).findLastIndex(({ depth }) => depth < row.depth);
    default:
      return null;
  }
}

const AxisEnds = ({ length }: { length: number }) => (
  <p aria-hidden="true" className="flex justify-between pl-[56%] text-xs text-faint tabular-nums max-sm:hidden">
    <span>0</span>
    <span>{latencyText(length)}</span>
  </p>
);
