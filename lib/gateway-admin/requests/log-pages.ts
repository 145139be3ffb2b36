// Pages of the log, newest first: by filters, and by the words of spans. The log has no words of contents of its own.
import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayRequests } from "@/db/schema";
import { equalsText } from "@/db/schema/hashed-text";
import { textArray } from "@/db/text-array";
import { areFew } from "@/lib/traces/segments/are-few";
import { type FoundSpan, type FoundSpans, spansWithText } from "@/lib/traces/segments/search";
import { textQuery } from "@/lib/traces/segments/words";
import { TEXT_MS } from "@/lib/traces/trace-conditions";
import type { RequestRow } from "./present-request";

const { terms: _, ...shown } = getTableColumns(gatewayRequests);
export const columns = shown;

const newest = [desc(gatewayRequests.startedAt), desc(gatewayRequests.id)];

/** At most `limit` rows of `gateway_requests`. */
export const newestRequests = (db: Database, where: SQL | undefined, limit: number): Promise<RequestRow[]> =>
  db
    .select(columns)
    .from(gatewayRequests)
    .where(where)
    .orderBy(...newest)
    .limit(limit);

interface ContentsSearch {
  /** Null for all organizations. */
  organizationId: string | null;
  /** The text as a person wrote it. */
  search: string;
  /** A condition on rows of `gateway_requests`: every other filter, and after which row the page begins. */
  where: SQL | undefined;
  /** The most requests. */
  limit: number;
}

/** Spans are found by their arrival and listed by their start: if some more than a page are not enough to order it, many are found. */
const MORE_SPANS = 20;
const MOST_SPANS = 2000;

/** The newest requests whose spans have the words; none without a word. `isCut`: requests may be missing, see the rule below. */
export async function searchedRequests(
  db: Database,
  { organizationId, search, where, limit }: ContentsSearch,
): Promise<{ rows: RequestRow[]; isCut: boolean }> {
  const query = textQuery(search);
  if (query === null) return { rows: [], isCut: false };
  const until = Date.now() + TEXT_MS;
  const all = organizationId === null ? undefined : eq(gatewayRequests.organizationId, organizationId);
  const segments = where && (await areFew(db, gatewayRequests, { left: where, all })) ? hasRequests(where) : undefined;
  const searched = { organizationId, projectId: null, query, where: hasRequest(where), segments, until };
  for (const most of [limit + MORE_SPANS, MOST_SPANS]) {
    const found = await spansWithText(db, { ...searched, limit: most });
    const rows = await newestRequests(db, isFound(found.spans, where, limit), limit);
    const last = rows.length < limit ? null : (rows.at(-1)?.startedAt ?? null);
    const isCut = mayLackRequests(found, last);
    if (!isCut || most === MOST_SPANS || Date.now() >= until) return { rows, isCut };
  }
  return { rows: [], isCut: true };
}

/** Whether a segment has spans of requests. */
const hasRequests = (where: SQL): SQL =>
  sql`segment.id in (
    select span.segment_id from ${gatewayRequests} join spans as span
    on span.span_id = ${gatewayRequests.spanId} and span.trace_id = ${gatewayRequests.traceId} where ${where})`;

/** The newest requests of these spans. As ids, because PostgreSQL would otherwise walk the log by time to meet a few. */
const isFound = (spans: readonly FoundSpan[], where: SQL | undefined, limit: number): SQL =>
  sql`${gatewayRequests.id} in (
    select ${gatewayRequests.id} from ${unnested(spans)} join ${gatewayRequests} on ${ofSpan(sql`found`)}
    where ${where ?? sql`true`} order by ${sql.join(newest, sql`, `)} limit ${limit})`;

/** Without the offset, PostgreSQL may read the whole log to join it with a few spans. */
const hasRequest = (where: SQL | undefined): SQL =>
  sql`exists (select from ${gatewayRequests} where ${and(ofSpan(sql`span`), where)} offset 0)`;

/** Whether a row of the log is a request of the span with this alias. */
const ofSpan = (span: SQL): SQL =>
  sql`${gatewayRequests.organizationId} = ${span}.organization_id
    and ${equalsText(gatewayRequests.traceId, sql`${span}.trace_id`)}
    and ${equalsText(gatewayRequests.spanId, sql`${span}.span_id`)}`;

function unnested(spans: readonly FoundSpan[]): SQL {
  const organizations = textArray(spans.map(({ organizationId }) => organizationId));
  const [traces, ids] = [textArray(spans.map(({ traceId }) => traceId)), textArray(spans.map(({ spanId }) => spanId))];
  return sql`unnest(${organizations}::uuid[], ${traces}, ${ids}) as found (organization_id, trace_id, span_id)`;
}

/**
 * Whether requests may be missing from a page: its last one started at `lastStart`, null if the page is not full. A request
 * that was not found arrived before `completeSince`, so it also started before.
 */
export function mayLackRequests(
  { isComplete, completeSince }: Omit<FoundSpans, "spans">,
  lastStart: Date | null,
): boolean {
  if (isComplete) return false;
  return lastStart === null || completeSince === null || lastStart < completeSince;
}
