// The spend as CSV: a row for each day, key, user and model, which spreadsheets sum up as they like.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewaySpend } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { exportGatewaySpend as contract } from "@/lib/contracts/gateway/money/spend";
import { csvLine } from "@/lib/csv";
import { exactUsd, knownCost } from "@/lib/gateway/money/amount";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { keyNames } from "./key-names";
import { chosenSpend, daysOf, sums } from "./spend";

/** Of one query of a download. */
const BATCH = 1000;

const header = [
  "day",
  "key_id",
  "key_name",
  "user",
  "provider",
  "model",
  "requests",
  "unpriced_requests",
  "input_tokens",
  "output_tokens",
  "cost_usd",
];

export const exportGatewaySpend: Verb<typeof contract> = async ({ db, scope, now }, input): Promise<FileOutput> => {
  const { from, to } = daysOf(input, now());
  const where = chosenSpend(scope, input, { from, to });
  const days = await db.selectDistinct({ day }).from(gatewaySpend).where(where).orderBy(day);
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(header);
    for (const each of days) yield* linesOfDay(db, and(where, eq(day, each.day)));
  }
  const filename = `spend-${from}-to-${to}.csv`;
  return { filename, mediaType: "text/csv; charset=utf-8", content: byteStream(lines()) };
};

/** A day at a time: each page groups what follows in its own day, not in the whole range. */
async function* linesOfDay(db: Database, where: SQL | undefined): AsyncGenerator<string> {
  for (let page = await pageOf(db, where, undefined); page.length > 0; ) {
    yield await linesOf(db, page);
    const last = page.length < BATCH ? undefined : page.at(-1);
    page = last ? await pageOf(db, where, last) : [];
  }
}

const { day, keyId, endUser, provider, model } = gatewaySpend;
const group = { day, keyId, endUser, provider, model };
/** Calls without a user are a group of their own beside those of a user without a name. */
const order = [keyId, sql`(${endUser} is null)`, sql`coalesce(${endUser}, '')`, provider, model];

interface Group {
  keyId: string;
  endUser: string | null;
  provider: string;
  model: string;
}

type Row = Awaited<ReturnType<typeof pageOf>>[number];

const pageOf = (db: Database, where: SQL | undefined, last: Group | undefined) =>
  db
    .select({ ...group, ...sums })
    .from(gatewaySpend)
    .where(and(where, last && isAfter(last)))
    .groupBy(day, keyId, endUser, provider, model)
    .orderBy(...order)
    .limit(BATCH);

const isAfter = (last: Group): SQL =>
  sql`(${sql.join(order, sql`, `)}) > (${last.keyId}::uuid, ${last.endUser === null},
    ${last.endUser ?? ""}, ${last.provider}, ${last.model})`;

async function linesOf(db: Database, rows: readonly Row[]): Promise<string> {
  const names = await keyNames(
    db,
    rows.map((row) => row.keyId),
  );
  return rows
    .map((row) => {
      const micros = knownCost({ costMicros: row.cost_micros, unpriced: row.unpriced_requests });
      return csvLine([
        ...[row.day, row.keyId, names.get(row.keyId) ?? null, row.endUser, row.provider, row.model, row.requests],
        ...[row.unpriced_requests, row.input_tokens, row.output_tokens, micros === null ? null : exactUsd(micros)],
      ]);
    })
    .join("");
}
