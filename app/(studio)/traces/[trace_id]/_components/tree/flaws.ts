// What is wrong with the data of a span, as sentences.
import type { Span } from "@/lib/contracts/traces/traces";
import { type Axis, barOf } from "./timeline";
import type { TreeRow } from "./tree";

export type TreeSpan = Pick<Span, "span_id" | "parent_span_id" | "name" | "status" | "started_at" | "ended_at">;

interface Around {
  spans: ReadonlyMap<string, TreeSpan>;
  axis: Axis | null;
  /** Whether all spans of the trace are shown. */
  isWhole: boolean;
}

/** Clocks of two machines agree at best to some milliseconds. */
const SKEW_MS = 5;

export function flawsOf({ span, isCircle }: TreeRow<TreeSpan>, { spans, axis, isWhole }: Around): string[] {
  const { parent_span_id: parentId, started_at: start, ended_at: end } = span;
  const parent = parentId === null ? undefined : spans.get(parentId);
  const starts = (other: TreeSpan) => Date.parse(other.started_at ?? "");
  const flaws = [
    isCircle && "Its parents lead back to itself, so it is shown as a root.",
    parentId !== null && !parent && isWhole && `Its parent ${parentId} has not arrived.`,
    start !== null && end !== null && Date.parse(end) < Date.parse(start) && "It ends before it starts.",
    end === null && "It has not ended, or its end has not arrived.",
    axis !== null && barOf(span, axis) === null && "Its time is far from that of the other spans. Check its clock.",
    axis !== null &&
      barOf(span, axis) !== null &&
      parent !== undefined &&
      barOf(parent, axis) !== null &&
      starts(parent) - starts(span) > SKEW_MS &&
      "It starts before its parent, so their clocks differ.",
  ];
  return flaws.filter((flaw) => flaw !== false);
}

/** The flaws of all spans that have some. */
export function allFlaws(rows: readonly TreeRow<TreeSpan>[], axis: Axis | null, isWhole: boolean) {
  const around = { spans: new Map(rows.map(({ span }) => [span.span_id, span])), axis, isWhole };
  return new Map(
    rows.flatMap((row) => {
      const flaws = flawsOf(row, around);
      return flaws.length > 0 ? [[row.span.span_id, flaws] as const] : [];
    }),
  );
}
