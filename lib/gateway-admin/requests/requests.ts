// The log of the gateway's requests: Owners and Admins see their organization's, the operator sees all.
import { and, eq, exists, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayLedger, gatewayRequests, projects, spans, traces } from "@/db/schema";
import { equalsText } from "@/db/schema/hashed-text";
import { havingTerms } from "@/db/statistics/rare-terms";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/gateway/requests";
import { GatewayFailure } from "@/lib/gateway/errors";
import { contentsOfSpans } from "@/lib/traces/contents";
import { keyNames } from "./key-names";
import { columns, newestRequests, searchedRequests } from "./log-pages";
import { presentRequest, type RequestRow } from "./present-request";
import { organizationIn } from "./scope";
import { queryOf, termsOfSearch } from "./search-tokens";

type Filters = Parameters<Verb<typeof contracts.exportGatewayRequests>>[1];

export const listGatewayRequests: Verb<typeof contracts.listGatewayRequests> = async ({ db, scope }, input) => {
  const organizationId = organizationIn(scope, input.organization_id);
  const { after, limit } = input;
  const [last] = after === undefined ? [] : await placeOf(db, organizationId, after);
  if (after !== undefined && !last) missing(after);
  const where = and(
    await chosenRequests(db, organizationId, input),
    last && sql`(${gatewayRequests.startedAt}, ${gatewayRequests.id}) < (${last.startedAt}, ${last.id})`,
  );
  const { rows, isCut } = input.search?.trim()
    ? await searchedRequests(db, { organizationId, search: input.search, where, limit: limit + 1 })
    : { rows: await newestRequests(db, where, limit + 1), isCut: false };
  const shown = rows.slice(0, limit);
  const names = await keyNames(
    db,
    shown.map(({ keyId }) => keyId),
  );
  const data = shown.map((row) => presentRequest(row, names.get(row.keyId) ?? null));
  return { object: "list", data, has_more: rows.length > limit, is_cut: isCut };
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

/** By all filters but the search; of all organizations for null. */
export async function chosenRequests(
  db: Database,
  organizationId: string | null,
  input: Filters,
): Promise<SQL | undefined> {
  const terms = termsOfSearch({
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
    cache: input.cache,
    guardrail: input.guardrail,
    latency: input.min_latency_ms,
    tokens: input.min_tokens,
    cost: input.min_cost_micros,
  });
  const { inputTokens, outputTokens } = gatewayRequests;
  return and(
    inScope(organizationId),
    input.from ? gte(gatewayRequests.startedAt, new Date(input.from)) : undefined,
    input.to ? lt(gatewayRequests.startedAt, new Date(input.to)) : undefined,
    await withTerms(db, organizationId, terms),
    input.request_id === undefined ? undefined : equalsText(gatewayRequests.requestId, input.request_id),
    input.trace_id === undefined ? undefined : equalsText(gatewayRequests.traceId, input.trace_id),
    // The request and its entry in the ledger have one id.
    input.charged ? exists(db.select().from(gatewayLedger).where(eq(gatewayLedger.id, gatewayRequests.id))) : undefined,
    input.min_latency_ms === undefined ? undefined : gte(gatewayRequests.latencyMs, input.min_latency_ms),
    input.min_tokens === undefined
      ? undefined
      : sql`coalesce(${inputTokens}, 0) + coalesce(${outputTokens}, 0) >= ${input.min_tokens}`,
    input.min_cost_micros === undefined ? undefined : gte(gatewayRequests.costMicros, input.min_cost_micros),
  );
}

async function withTerms(db: Database, organizationId: string | null, terms: string[]): Promise<SQL | undefined> {
  if (terms.length === 0) return undefined;
  const condition = sql`${inScope(organizationId) ?? sql`true`} and ${gatewayRequests.terms} @@ ${queryOf(terms)}::tsquery`;
  return havingTerms(db, gatewayRequests, terms, condition);
}

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
