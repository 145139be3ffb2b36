// The log of the gateway's requests: Owners and Admins see their organization's, the operator sees all.
import { and, desc, eq, exists, getTableColumns, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { expectedRows } from "@/db/expected-rows";
import { gatewayLedger, gatewayRequests, projects, spans, traces } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/gateway/requests";
import { GatewayFailure } from "@/lib/gateway/errors";
import { contentsOfSpans } from "@/lib/traces/contents";
import { keyNames } from "./key-names";
import { presentRequest, type RequestRow } from "./present-request";
import { organizationIn } from "./scope";
import { namesQuery, wordsQuery } from "./search-tokens";

type Filters = Parameters<Verb<typeof contracts.listGatewayRequests>>[1];

const { terms: _, ...columns } = getTableColumns(gatewayRequests);

export const listGatewayRequests: Verb<typeof contracts.listGatewayRequests> = async ({ db, scope }, input) => {
  const organizationId = organizationIn(scope, input.organization_id);
  const { after, limit } = input;
  const [last] = after === undefined ? [] : await placeOf(db, organizationId, after);
  if (after !== undefined && !last) missing(after);
  const rows = await db
    .select(columns)
    .from(gatewayRequests)
    .where(
      and(
        inScope(organizationId),
        await filtered(db, input),
        last && sql`(${gatewayRequests.startedAt}, ${gatewayRequests.id}) < (${last.startedAt}, ${last.id})`,
      ),
    )
    .orderBy(desc(gatewayRequests.startedAt), desc(gatewayRequests.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const names = await keyNames(
    db,
    shown.map(({ keyId }) => keyId),
  );
  const data = shown.map((row) => presentRequest(row, names.get(row.keyId) ?? null));
  return { object: "list", data, has_more: rows.length > limit };
};

export const getGatewayRequest: Verb<typeof contracts.getGatewayRequest> = async ({ db, scope }, { log_id }) => {
  const [row] = await db
    .select(columns)
    .from(gatewayRequests)
    .where(and(inScope(scope.organizationId), eq(gatewayRequests.id, log_id)));
  if (!row) return missing(log_id);
  const [names, trace, ledger] = await Promise.all([keyNames(db, [row.keyId]), traceOf(db, row), ledgerOf(db, row)]);
  return {
    ...presentRequest(row, names.get(row.keyId) ?? null),
    message: row.message,
    user_agent: row.userAgent,
    trace,
    ledger,
  };
};

/** Null for everybody's. */
const inScope = (organizationId: string | null): SQL | undefined =>
  organizationId === null ? undefined : eq(gatewayRequests.organizationId, organizationId);

/** As text, which keeps the microseconds. */
const placeOf = (db: Database, organizationId: string | null, id: string) =>
  db
    .select({ id: gatewayRequests.id, startedAt: sql<string>`${gatewayRequests.startedAt}::text` })
    .from(gatewayRequests)
    .where(and(inScope(organizationId), eq(gatewayRequests.id, id)));

async function filtered(db: Database, input: Filters): Promise<SQL | undefined> {
  const names = namesQuery({
    key: input.key_id,
    user: input.user,
    session: input.session,
    prompt: input.prompt,
    model: input.model,
    provider: input.provider,
    operation: input.operation,
    status: input.status,
    code: input.code,
    failed: input.failed,
    request: input.request_id,
    trace: input.trace_id,
    cache: input.cache,
    guardrail: input.guardrail,
    latency: input.min_latency_ms,
    tokens: input.min_tokens,
    cost: input.min_cost_micros,
  });
  const { whole, beginning } = wordsQuery(input.search ?? "");
  const exact = and(
    names === null ? undefined : sql`${gatewayRequests.terms} @@ ${names}::tsquery`,
    whole === null ? undefined : orNoWords(whole, sql`${gatewayRequests.terms} @@ to_tsquery('simple', ${whole})`),
  );
  const { inputTokens, outputTokens } = gatewayRequests;
  return and(
    input.from ? gte(gatewayRequests.startedAt, new Date(input.from)) : undefined,
    input.to ? lt(gatewayRequests.startedAt, new Date(input.to)) : undefined,
    exact,
    // The request and its entry in the ledger have one id.
    input.charged ? exists(db.select().from(gatewayLedger).where(eq(gatewayLedger.id, gatewayRequests.id))) : undefined,
    beginning === null ? undefined : await begun(db, beginning, exact),
    input.min_latency_ms === undefined ? undefined : gte(gatewayRequests.latencyMs, input.min_latency_ms),
    input.min_tokens === undefined
      ? undefined
      : sql`coalesce(${inputTokens}, 0) + coalesce(${outputTokens}, 0) >= ${input.min_tokens}`,
    input.min_cost_micros === undefined ? undefined : gte(gatewayRequests.costMicros, input.min_cost_micros),
  );
}

/** Rows that are rather read than looked for in an index. */
const FEW = 5_000;

/**
 * Whether a word begins so. The index joins the lists of all words that do, which may be those of every request: where what else is
 * looked for is rare, the rows that have it are read instead, from a copy of their terms that no index knows.
 */
async function begun(db: Database, beginning: string, exact: SQL | undefined): Promise<SQL> {
  const { terms } = gatewayRequests;
  const isRare =
    exact !== undefined && (await expectedRows(db, sql`select 1 from ${gatewayRequests} where ${exact}`)) <= FEW;
  const found = sql`${isRare ? sql`(${terms} || '')` : terms} @@ to_tsquery('simple', ${beginning})`;
  return exact === undefined ? found : orNoWords(beginning, found);
}

/** Signs in which PostgreSQL finds no words restrict nothing. */
const orNoWords = (query: string, found: SQL): SQL => sql`(numnode(to_tsquery('simple', ${query})) = 0 or ${found})`;

async function traceOf(db: Database, { organizationId, traceId, spanId }: RequestRow) {
  if (organizationId === null || traceId === null || spanId === null) return null;
  const [found] = await db
    .select({
      id: traces.id,
      trace_id: spans.traceId,
      span_id: spans.spanId,
      project_id: spans.projectId,
      project_name: projects.name,
    })
    .from(spans)
    .innerJoin(projects, eq(projects.id, spans.projectId))
    .innerJoin(traces, and(eq(traces.projectId, spans.projectId), eq(traces.traceId, spans.traceId)))
    .where(and(eq(spans.organizationId, organizationId), eq(spans.spanId, spanId), eq(spans.traceId, traceId)))
    .limit(1);
  if (!found) return null;
  const contents = await contentsOfSpans(db, organizationId, found.project_id, [spanId]);
  const { input = null, output = null, attributes = {} } = contents.get(spanId) ?? {};
  return { ...found, input, output, attributes };
}

async function ledgerOf(db: Database, { id }: RequestRow) {
  const [entry] = await db.select().from(gatewayLedger).where(eq(gatewayLedger.id, id));
  if (!entry) return null;
  return {
    cost_micros: entry.costMicros,
    price_version: entry.priceVersion,
    credit_micros: entry.creditMicros,
    input_tokens: entry.inputTokens,
    cached_input_tokens: entry.cachedInputTokens,
    cache_write_tokens: entry.cacheWriteTokens,
    output_tokens: entry.outputTokens,
    is_estimated: entry.isEstimated ?? false,
  };
}

function missing(id: string): never {
  throw new GatewayFailure("not_found", `There is no request ${id} in the log.`);
}
