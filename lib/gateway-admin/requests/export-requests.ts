// The request log as CSV: what a filter matches, newest first, without contents.
import { and, desc, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayRequests } from "@/db/schema";
import type { Verb } from "@/lib/context";
import { type exportGatewayRequests as contract, MOST_EXPORTED, MOST_FOUND } from "@/lib/contracts/gateway/requests";
import { csvLine } from "@/lib/csv";
import { exactUsd } from "@/lib/gateway/money/amount";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { keyNames } from "./key-names";
import { columns, searchedRequests } from "./log-pages";
import { presentRequest, type RequestRow } from "./present-request";
import { chosenRequests } from "./requests";
import { organizationIn } from "./scope";

/** Of one query of a download. */
const BATCH = 500;

const names = [
  ...(["started_at", "request_id", "operation", "status", "code", "requested_model", "provider", "model"] as const),
  ...(["key_id", "key_name", "user", "session", "latency_ms", "first_chunk_ms", "is_stream"] as const),
  ...(["input_tokens", "output_tokens"] as const),
] as const;
const later = ["cache", "guardrails", "attempts", "trace_id", "organization_id", "id"] as const;

export const exportGatewayRequests: Verb<typeof contract> = async (context, input): Promise<FileOutput> => {
  const { db, scope, now } = context;
  const organizationId = organizationIn(scope, input.organization_id);
  const where = await chosenRequests(db, organizationId, input);
  const today = now().toISOString().slice(0, 10);
  const file = (content: AsyncGenerator<string>, mark = ""): FileOutput => ({
    filename: `requests-${mark}${today}.csv`,
    mediaType: "text/csv; charset=utf-8",
    content: byteStream(content),
  });
  if (input.search?.trim()) {
    const searched = { organizationId, search: input.search, where, limit: MOST_FOUND + 1 };
    const { rows, isCut } = await searchedRequests(db, searched);
    const mark = isCut ? "incomplete-" : rows.length > MOST_FOUND ? newest(MOST_FOUND) : "";
    return file(
      linesOf(db, async () => [], rows.slice(0, MOST_FOUND)),
      mark,
    );
  }
  const [first, isMore] = await Promise.all([pageOf(db, where, undefined), hasMore(db, where)]);
  return file(
    linesOf(db, (last) => pageOf(db, where, last), first),
    isMore ? newest(MOST_EXPORTED) : "",
  );
};

const newest = (count: number): string => `newest-${count}-`;

/** Asked before the first line, because the file's name tells it. */
async function hasMore(db: Database, where: SQL | undefined): Promise<boolean> {
  const { startedAt, id } = gatewayRequests;
  const beyond = db.select({ id }).from(gatewayRequests).where(where).orderBy(desc(startedAt), desc(id));
  return (await beyond.offset(MOST_EXPORTED).limit(1)).length > 0;
}

/** A row with its start as text, which keeps the microseconds. */
type PositionedRow = RequestRow & { position: string };

function pageOf(db: Database, where: SQL | undefined, last: PositionedRow | undefined): Promise<PositionedRow[]> {
  const { startedAt, id } = gatewayRequests;
  const isAfter = last && sql`(${startedAt}, ${id}) < (${last.position}::timestamptz, ${last.id}::uuid)`;
  return db
    .select({ ...columns, position: sql<string>`${startedAt}::text` })
    .from(gatewayRequests)
    .where(and(where, isAfter))
    .orderBy(desc(startedAt), desc(id))
    .limit(BATCH);
}

/** Pages follow the first one until there is a short one, or enough rows. */
async function* linesOf<R extends RequestRow>(
  db: Database,
  pageAfter: (last: R) => Promise<R[]>,
  first: R[],
): AsyncGenerator<string> {
  yield csvLine([...names, "cost_usd", ...later]);
  for (let page = first, count = 0; page.length > 0; ) {
    yield await textOf(db, page);
    count += page.length;
    const last = page.at(-1);
    page = last && page.length === BATCH && count < MOST_EXPORTED ? await pageAfter(last) : [];
  }
}

async function textOf(db: Database, rows: readonly RequestRow[]): Promise<string> {
  const keys = await keyNames(
    db,
    rows.map(({ keyId }) => keyId),
  );
  return rows
    .map((row) => {
      const shown = presentRequest(row, keys.get(row.keyId) ?? null);
      const cost = shown.cost_micros === null ? null : exactUsd(shown.cost_micros);
      const lists = { guardrails: listed(shown.guardrails), attempts: listed(shown.attempts) };
      const rest = { ...shown, ...lists };
      return csvLine([...names.map((name) => shown[name]), cost, ...later.map((name) => rest[name])]);
    })
    .join("");
}

/** An empty list is an empty cell. */
const listed = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list);
