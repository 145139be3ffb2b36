// The traces that a request chose: loaded for its organization, and walked through from the newest on.
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { traces } from "@/db/schema";
import type { TraceChoice, TraceCursor } from "@/lib/contracts/traces/trace-choice";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { notFound } from "@/lib/errors";
import type { FoundTraces } from "../segments/search";
import { matching, matchingTraces } from "../trace-conditions";
import { ownTraceIds } from "./named-traces";
import { filtersInOrganization } from "./own-filters";

/**
 * The choice, with the traces that a search for text finds as named ones. Throws `not_found` where it names something
 * that the organization does not have.
 */
export async function choiceInOrganization(
  db: Database,
  organizationId: string,
  { trace_ids: ids, filters }: TraceChoice,
): Promise<TraceChoice> {
  if (filters) {
    const own = await filtersInOrganization(db, organizationId, filters);
    const found = await foundByText(db, organizationId, own);
    return found ? { trace_ids: found.ids } : { filters: own };
  }
  const named = await ownTraceIds(db, organizationId, ids ?? []);
  const distinct = named.filter((id) => id !== null);
  const found = await db
    .select({ id: traces.id })
    .from(traces)
    .where(and(eq(traces.organizationId, organizationId), inArray(traces.id, distinct)));
  if (found.length < named.length) throw notFound("A trace was not found.");
  return { trace_ids: distinct };
}

/** What a search for the filters' text finds now: later it would find what has arrived since. Null without a text. */
export const foundByText = async (
  db: Database,
  organizationId: string,
  filters: TraceFilters,
): Promise<FoundTraces | null> =>
  filters.text === undefined ? null : (await matching(db, organizationId, filters)).found;

/** The condition on rows of `traces` that the choice is. */
export const isInChoice = async (
  db: Database,
  organizationId: string,
  { trace_ids, filters }: TraceChoice,
): Promise<SQL | undefined> =>
  filters
    ? matchingTraces(db, organizationId, filters)
    : and(eq(traces.organizationId, organizationId), inArray(traces.id, trace_ids ?? []));

/** The order of a choice, latest start first, and what comes after a trace in it. */
export const newestTraces = [desc(traces.startedAt), desc(traces.id)] as const;
export const afterTrace = (cursor: TraceCursor | null): SQL | undefined =>
  cursor
    ? sql`(${traces.startedAt}, ${traces.id}) < (${cursor.startedAt}::timestamptz, ${cursor.id}::uuid)`
    : undefined;
