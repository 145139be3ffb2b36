// The spans of a trace as a tree shows them: without contents, which are read for the chosen span only.
import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, callTurns, spans } from "@/db/schema";
import { MAX_SHOWN_SPANS } from "@/lib/contracts/traces/traces";

export interface TraceKey {
  projectId: string;
  traceId: string;
  spanCount: number;
  rootSpanId: string | null;
}

/** Of the spans that a tree shows, at most this many are there only because they have an error. */
const MAX_LATER_ERRORS = 500;

const {
  input: _,
  output: __,
  attributes: ___,
  resource: ____,
  events: _____,
  links: ______,
  ...narrow
} = getTableColumns(spans);
export const narrowColumns = narrow;

const isError = eq(spans.status, "ERROR");

export const ofTrace = ({ projectId, traceId }: TraceKey): SQL =>
  sql`${spans.projectId} = ${projectId} and ${spans.traceId} = ${traceId}`;

/** The order in which a trace shows its spans: by start, and a root before others of the same time. */
export const byStart = [asc(spans.startedAt), sql`${spans.parentSpanId} is not null`, asc(spans.spanId)];

/** The root, the first spans, and later ones with an error in the place of the last of the first. */
export async function spanTree(db: Database, trace: TraceKey) {
  const select = (where: SQL | undefined, most: number) =>
    db
      .select(narrow)
      .from(spans)
      .where(and(ofTrace(trace), where))
      .orderBy(...byStart)
      .limit(most);
  const first = await select(undefined, MAX_SHOWN_SPANS);
  if (trace.spanCount <= MAX_SHOWN_SPANS) return first;
  const isKnown = first.some(({ spanId }) => spanId === trace.rootSpanId);
  const [errors, roots] = await Promise.all([
    select(isError, MAX_LATER_ERRORS),
    // A root that began after its children, by its clock.
    isKnown || trace.rootSpanId === null ? [] : select(eq(spans.spanId, trace.rootSpanId), 1),
  ]);
  return withRoot(roots, withErrors(first, errors));
}

/** A root that is not there comes first, in place of the last span. */
const withRoot = <T extends { spanId: string }>(roots: readonly T[], shown: readonly T[]): T[] => {
  const missing = roots.filter(({ spanId }) => !shown.some((span) => span.spanId === spanId));
  return [...missing, ...shown.slice(0, shown.length - missing.length)];
};

/** Both in order, and `first` is the beginning of all spans: so errors that are not in it start after it. */
export function withErrors<T extends { spanId: string }>(first: readonly T[], errors: readonly T[]): T[] {
  const known = new Set(first.map(({ spanId }) => spanId));
  const later = errors.filter(({ spanId }) => !known.has(spanId));
  // An error that would give way to a later one stays.
  const errorIds = new Set(errors.map(({ spanId }) => spanId));
  let free = later.length;
  const kept = first.toReversed().filter(({ spanId }) => errorIds.has(spanId) || free-- <= 0);
  return [...kept.toReversed(), ...later];
}

/** The turn of a simulated call that the trace answered. A forked call repeats turns: the first call counts. */
export async function callOfTrace(db: Database, organizationId: string, traceId: string) {
  const [turn] = await db
    .select({ id: callTurns.callId, turn: callTurns.number })
    .from(callTurns)
    .innerJoin(callExecutions, eq(callExecutions.id, callTurns.callId))
    .where(and(eq(callTurns.traceId, traceId), eq(callExecutions.organizationId, organizationId)))
    .orderBy(asc(callExecutions.createdAt), asc(callTurns.number))
    .limit(1);
  return turn ?? null;
}
