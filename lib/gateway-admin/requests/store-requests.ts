// Writes the gateway's requests into its log, and those that have spans as traces, as spans that are exported are written.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { workspaces } from "@/db/schema";
import { given, sqlStatement } from "@/db/statement";
import type { RecordedRequest } from "@/lib/gateway/record/record-of";
import { storeSpans } from "@/lib/traces/store-spans";
import { inHalves } from "../in-halves";
import { termsOf } from "./terms";

/**
 * Stores requests, each once however often it comes. Returns why some were refused; those of organizations that are gone are
 * none's. One that the database will never take costs no other. Throws when the database cannot be reached: none is stored then, or
 * an unknown part, and all may be given again.
 */
export const storeRequests = (db: Database, requests: readonly RecordedRequest[]): Promise<string[]> =>
  inHalves(requests, (together) => storeTogether(db, together));

async function storeTogether(db: Database, requests: readonly RecordedRequest[]): Promise<string[]> {
  const organizations = [...new Set(requests.flatMap(({ request }) => request.organizationId ?? []))];
  const owners =
    organizations.length === 0
      ? []
      : await db
          .select({ organizationId: workspaces.organizationId, workspaceId: workspaces.id })
          .from(workspaces)
          .where(and(eq(workspaces.isDefault, true), inArray(workspaces.organizationId, organizations)));
  const ownerOf = new Map<string | null, (typeof owners)[number]>(owners.map((owner) => [owner.organizationId, owner]));
  const clashes = await storeSpans(
    db,
    requests.flatMap(({ request, span }) => {
      const owner = ownerOf.get(request.organizationId);
      return owner && span ? [{ owner, span }] : [];
    }),
  );
  const rows = requests
    .filter(({ request: { organizationId } }) => organizationId === null || ownerOf.has(organizationId))
    .map(({ request }) => ({
      ...request,
      guardrails: request.guardrails.length > 0 ? request.guardrails : null,
      attempts: request.attempts.some(({ code }) => code !== null) ? request.attempts : null,
      names: termsOf(request),
    }));
  if (rows.length > 0) await insert(db, { rows: JSON.stringify(rows) });
  return clashes;
}

const insert = sqlStatement(
  () => sql`
    insert into gateway_requests (
      id, organization_id, key_id, request_id, operation, requested_model, provider, model, end_user, session, status, code,
      message, started_at, latency_ms, first_chunk_ms, is_stream, input_tokens, output_tokens, cost_micros, cache, guardrails,
      attempts, user_agent, trace_id, span_id, terms)
    select id, "organizationId", "keyId", "requestId", operation, "requestedModel", provider, model, "user", session, status,
      code, message, to_timestamp("startedAt" / 1000.0), "latencyMs", "firstChunkMs", "isStream", "inputTokens",
      "outputTokens", "costMicros", cache, nullif(guardrails, 'null'), nullif(attempts, 'null'), "userAgent", "traceId",
      "spanId", array_to_tsvector(names) || strip(to_tsvector('simple', words))
    from jsonb_to_recordset(${given("rows")}::jsonb) as request(
      "id" uuid, "organizationId" uuid, "keyId" uuid, "requestId" text, "operation" text, "requestedModel" text,
      "provider" text, "model" text, "user" text, "session" text, "status" smallint, "code" text, "message" text,
      "startedAt" double precision, "latencyMs" int, "firstChunkMs" int, "isStream" boolean, "inputTokens" int,
      "outputTokens" int, "costMicros" bigint, "cache" text, "guardrails" jsonb, "attempts" jsonb, "userAgent" text,
      "traceId" text, "spanId" text, "words" text, "names" text[])
    on conflict (id) do nothing`,
);
