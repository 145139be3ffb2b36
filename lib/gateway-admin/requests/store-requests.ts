// Writes the gateway's requests into its log, and those that have spans as traces, as spans that are exported are written.
import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { columnNames, columnsOfRow } from "@/db/json-rows";
import { entriesWait } from "@/db/merge-pending";
import { gatewayRequests, workspaces } from "@/db/schema";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import type { RequestRecord } from "@/lib/contracts/gateway/request-record";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import type { RecordedRequest } from "@/lib/gateway/record/record-of";
import { takeIn } from "@/lib/traces/take-in";
import { inHalves } from "../in-halves";
import { termsOf } from "./search-tokens";

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
  const traced = requests.flatMap(({ request, span }) => {
    const owner = ownerOf.get(request.organizationId);
    return owner && span ? [{ request, span, owner }] : [];
  });
  const { stored, clashes } = await takeIn(db, traced);
  const spanOf = new Map(traced.map(({ request }, index) => [request, stored[index]?.span]));
  const rows = requests
    .filter(({ request: { organizationId } }) => organizationId === null || ownerOf.has(organizationId))
    .map(({ request, span }) => withMasked(request, span, spanOf.get(request)))
    .map((request) => [...fields.map((field) => storedOf(request, field)), arrayText(termsOf(request))]);
  if (rows.length > 0) await insert(db, { rows: JSON.stringify(rows) });
  entriesWait();
  return clashes;
}

/** The request; without what a project's rules have masked in its span, if they have masked something. */
function withMasked(request: RequestRecord, span: SpanRecord | null, stored: SpanRecord | undefined): RequestRecord {
  if (!stored || stored === span) return request;
  return { ...request, message: request.message && stored.statusMessage.slice(0, request.message.length) };
}

const { terms: _, ...columns } = getTableColumns(gatewayRequests);
// Safe because they are the names of that object.
const fields = Object.keys(columns) as (keyof typeof columns)[];

function storedOf(request: RequestRecord, field: keyof typeof columns): unknown {
  switch (field) {
    case "endUser":
      return request.user;
    case "startedAt":
      return new Date(request.startedAt).toISOString();
    case "guardrails":
      return request.guardrails.length > 0 ? request.guardrails : null;
    case "attempts":
      return request.attempts.some(({ code }) => code !== null) ? request.attempts : null;
    default:
      return request[field] ?? null;
  }
}

const names = columnNames(fields);
const terms = sql.raw(`array_to_tsvector((row ->> ${fields.length})::text[])`);

const insert = sqlStatement(
  () => sql`
    insert into gateway_requests (${names}, terms)
    select ${columnsOfRow(columns)}, ${terms} from jsonb_array_elements(${param("rows")}::jsonb) as row
    on conflict (id) do nothing`,
);
