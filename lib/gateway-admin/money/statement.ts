// The statement of a key's credits: its payments and corrections, and the sums of its whole life.
import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayKeys, gatewayLedger } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { CreditEntry, listGatewayCredits as contract } from "@/lib/contracts/gateway/money/credits";
import { GatewayFailure } from "@/lib/gateway/errors";
import { toUsd } from "@/lib/gateway/money/amount";
import { foundKey } from "../find-keys";
import { assertManaged } from "./credits";

const { id, keyId, kind, occurredAt, creditMicros, note } = gatewayLedger;
const columns = { id, kind, creditMicros, note, occurredAt };

export const listGatewayCredits: Verb<typeof contract> = async ({ db, scope }, input) => {
  const { key_id, after, limit } = input;
  const key = await foundKey(db, scope, key_id);
  assertManaged(key);
  const entries = entriesOf(key_id);
  const [last] = after === undefined ? [] : await positionOf(db, entries, after);
  if (after !== undefined && !last) throw new GatewayFailure("not_found", `The key has no payment ${after}.`);
  const [sums, rows] = await Promise.all([
    sumsOf(db, key_id),
    db
      .select(columns)
      .from(gatewayLedger)
      .where(and(entries, last && sql`(${occurredAt}, ${id}) < (${last.occurredAt}, ${last.id})`))
      .orderBy(desc(occurredAt), desc(id))
      .limit(limit + 1),
  ]);
  const data = rows.slice(0, limit).map(presentEntry);
  return { object: "list", totals: totalsOf(sums), data, has_more: rows.length > limit };
};

/** As in the index `gateway_ledger_credits`. A new key begins with a payment of 0, which nobody paid. */
const entriesOf = (key: string): SQL | undefined =>
  and(eq(keyId, key), inArray(kind, ["top_up", "correction"]), ne(creditMicros, 0));

/** As text, which keeps the microseconds. */
const positionOf = (db: Database, entries: SQL | undefined, after: string) =>
  db
    .select({ id, occurredAt: sql<string>`${occurredAt}::text` })
    .from(gatewayLedger)
    .where(and(entries, eq(id, after)));

/** In one statement, so that they agree. */
async function sumsOf(db: Database, key: string): Promise<Sums> {
  const sum = (of: "top_up" | "correction") =>
    sql<number>`coalesce(sum(${creditMicros}) filter (where ${kind} = ${of}), 0)`.mapWith(Number);
  const balance = sql<number>`coalesce((
    select ${gatewayKeys.creditBalanceMicros} from ${gatewayKeys} where ${gatewayKeys.id} = ${key}), 0)`.mapWith(
    Number,
  );
  const [sums] = await db
    .select({ paid: sum("top_up"), corrected: sum("correction"), balance })
    .from(gatewayLedger)
    .where(entriesOf(key));
  return sums ?? { paid: 0, corrected: 0, balance: 0 };
}

interface Sums {
  paid: number;
  corrected: number;
  balance: number;
}

export const totalsOf = ({ paid, corrected, balance }: Sums) => ({
  paid: toUsd(paid),
  corrected: toUsd(corrected),
  // The balance is the sum of all entries, so that no sum reads every call.
  used: toUsd(paid + corrected - balance),
  balance: toUsd(balance),
});

const presentEntry = (row: Pick<typeof gatewayLedger.$inferSelect, keyof typeof columns>): CreditEntry => ({
  id: row.id,
  kind: row.kind === "correction" ? "correction" : "payment",
  amount: toUsd(row.creditMicros),
  note: row.note,
  created_at: row.occurredAt.toISOString(),
});
