// Gives what a former AUTH_SECRET has sealed to the new one. Running it again goes on where it was ended: what is sealed under the new
// secret stays as it is.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isSealed, seal, unseal, whenNotOpened } from "@/lib/auth/encryption";
import { isRecord } from "@/lib/records";
import { markOf } from "./check-secret";

/** Every column that holds sealed texts, in a text or within JSON. */
export const sealedColumns = [
  { table: "gateway_settings", key: "id", column: "config" },
  { table: "agent_definitions", key: "id", column: "secrets" },
  { table: "agent_versions", key: "id", column: "secrets" },
  { table: "webhooks", key: "id", column: "secret" },
  { table: "company_sign_ins", key: "organization_id", column: "client_secret" },
  { table: "second_factors", key: "user_id", column: "secret" },
] as const;

const ROWS_AT_ONCE = 200;

export interface Resealed {
  /** Texts that are sealed under the new secret now, and were not before. */
  resealed: number;
  /** Texts that none of the secrets opens. */
  unreadable: number;
  /** Rows that somebody changed meanwhile; the next run looks at them again. */
  left: number;
}

/** `secrets` are those that open, the new one first. */
export async function reseal(db: Database, secrets: readonly string[]): Promise<Resealed> {
  const total: Resealed = { resealed: 0, unreadable: 0, left: 0 };
  for (const holder of sealedColumns) {
    for (let after: string | null = null; ; ) {
      const rows: Row[] = await rowsAfter(db, holder, after);
      for (const row of rows) await resealRow(db, holder, row, secrets, total);
      after = rows.at(-1)?.key ?? null;
      if (rows.length < ROWS_AT_ONCE) break;
    }
  }
  const [secret = ""] = secrets;
  await db.execute(sql`update secret_marks set sealed = ${await markOf(secret)}`);
  return total;
}

type Column = (typeof sealedColumns)[number];

interface Row extends Record<string, unknown> {
  key: string;
  stored: unknown;
}

const rowsAfter = async (db: Database, { table, key, column }: Column, after: string | null): Promise<Row[]> => [
  ...(await db.execute<Row>(sql`
    select ${sql.identifier(key)}::text as key, to_jsonb(${sql.identifier(column)}) as stored
    from ${sql.identifier(table)}
    where ${after === null ? sql`true` : sql`${sql.identifier(key)} > ${after}::uuid`}
    order by ${sql.identifier(key)} limit ${ROWS_AT_ONCE}`)),
];

async function resealRow(
  db: Database,
  { table, key, column }: Column,
  row: Row,
  secrets: readonly string[],
  total: Resealed,
): Promise<void> {
  const before = total.resealed;
  const next = await resealed(row.stored, secrets, total);
  if (total.resealed === before) return;
  const isText = typeof row.stored === "string";
  const as = (value: unknown) => (isText ? sql`${String(value)}` : sql`${JSON.stringify(value)}::jsonb`);
  const written = await db.execute(sql`
    update ${sql.identifier(table)} set ${sql.identifier(column)} = ${as(next)}
    where ${sql.identifier(key)} = ${row.key}::uuid and ${sql.identifier(column)} = ${as(row.stored)} returning 1`);
  if (written.length > 0) return;
  total.resealed = before;
  total.left += 1;
}

/** The same value with its sealed texts sealed again. */
async function resealed(value: unknown, secrets: readonly string[], total: Resealed): Promise<unknown> {
  if (typeof value === "string") return isSealed(value) ? resealedText(value, secrets, total) : value;
  if (Array.isArray(value)) return Promise.all(value.map((entry) => resealed(entry, secrets, total)));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(async ([name, entry]) => [name, await resealed(entry, secrets, total)]);
  return Object.fromEntries(await Promise.all(entries));
}

async function resealedText(
  text: string,
  [secret = "", ...former]: readonly string[],
  total: Resealed,
): Promise<string> {
  const isNew = await unseal(text, secret).then(
    () => true,
    whenNotOpened(() => false),
  );
  if (isNew) return text;
  const opened = former.length === 0 ? null : await unseal(text, former).catch(whenNotOpened(() => null));
  if (opened === null) total.unreadable += 1;
  else total.resealed += 1;
  return opened === null ? text : seal(opened, secret);
}
