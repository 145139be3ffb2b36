// How long an organization's data is kept, how much there is, and what the next sweep deletes.
import { isDeepStrictEqual } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { boundedCount } from "@/db/statistics/bounded-count";
import { recordAct, recordNothing } from "@/lib/audit/record";
import { changedFields } from "@/lib/audit/rules/changed-fields";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/retention";
import type { RetainedData } from "@/lib/contracts/accounts/retention";
import { type RetainedKind, retainedKinds } from "@/lib/contracts/shapes";
import { configStateOf, insertVersion, lockOrganization } from "@/lib/gateway-admin/configs/versions";
import { daysKept } from "@/lib/gateway-admin/days-kept";
import { changeProjected, projectOrganization } from "@/lib/gateway-admin/projection";
import { type KindOfData, kindsOfData } from "./kinds";
import { nextSweepAt } from "./rules/next-sweep";

const DAY_MS = 86_400_000;

export const getRetention: Verb<typeof contracts.getRetention> = async ({ db, caller, now }) => {
  const at = now();
  const { active } = await configStateOf(db, caller.organizationId);
  const own = daysIn(active?.config);
  const kinds = await Promise.all(
    retainedKinds.map(async (kind): Promise<RetainedData> => {
      const of = kindsOfData[kind];
      const ownDays = (of.setting && own[of.setting]) ?? null;
      const serverDays = of.setting ? ((await daysKept(db, of.setting, null)).days ?? of.usual) : of.usual;
      const days = shorterOf(ownDays, serverDays);
      const amount = await amountOf(db, caller.organizationId, of, days, at);
      return { kind, days, own_days: ownDays, server_days: serverDays, is_fixed: of.setting === null, ...amount };
    }),
  );
  return { kinds, next_sweep_at: nextSweepAt(at).toISOString() };
};

type Days = Partial<Record<string, number>>;

const daysIn = (config: Record<string, unknown> | undefined): Days =>
  Object.fromEntries(
    // Safe: the configuration was checked when it was stored; a text of digits is a number there.
    Object.entries((config?.retention as Record<string, unknown> | undefined) ?? {}).map(([name, value]) => [
      name,
      Number(value),
    ]),
  );

const shorterOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

async function amountOf(db: Database, organizationId: string, of: KindOfData, days: number | null, now: Date) {
  const [table, column] = [sql.identifier(of.tables[0] ?? ""), sql.raw(of.at)];
  const own = sql`organization_id = ${organizationId}::uuid`;
  const shown = sql`${own} and ${of.withData ?? sql`true`}`;
  const { count: rows, is_estimated } = await boundedCount(db, table.getSQL(), shown);
  const all = of.withData ? (await boundedCount(db, table.getSQL(), own)).count : rows;
  const [oldest] = await db.execute<{ at: string | null }>(sql`
    select to_char(min(${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from ${table} where ${shown}`);
  return {
    rows,
    is_estimated,
    bytes: rows === 0 ? 0 : await bytesOf(db, of, all),
    oldest_at: oldest?.at ?? null,
    due_rows:
      days === null
        ? 0
        : await dueRows(db, table.getSQL(), sql`${shown} and ${of.swept ?? sql`true`}`, column, now, days),
  };
}

async function dueRows(db: Database, table: SQL, own: SQL, column: SQL, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS).toISOString();
  return (await boundedCount(db, table, sql`${own} and ${column} < ${before}::timestamptz`)).count;
}

/** The organization's share of the tables, by its share of the rows; null before PostgreSQL has counted them. */
async function bytesOf(db: Database, { tables }: KindOfData, rows: number): Promise<number | null> {
  const names = sql.join(
    tables.map((name) => sql`${name}`),
    sql`, `,
  );
  const [found] = await db.execute<{ bytes: string; rows: number }>(sql`
    select sum(pg_total_relation_size(oid))::text as bytes,
      max(reltuples) filter (where relname = ${tables[0]})::float8 as rows
    from pg_class where relnamespace = 'public'::regnamespace and relname in (${names})`);
  if (!found || found.rows <= 0) return null;
  return Math.round(Number(found.bytes) * Math.min(1, rows / found.rows));
}

export const setRetention: Verb<typeof contracts.setRetention> = async (context, input) => {
  const { organizationId, userId } = context.caller;
  await changeProjected(context.db, async (tx) => {
    await lockOrganization(tx, organizationId);
    const { active, latest } = await configStateOf(tx, organizationId);
    const before = daysIn(active?.config);
    const after = changed(before, input);
    if (isDeepStrictEqual(before, after)) return recordNothing(context);
    const config = { ...active?.config, retention: after };
    const changeDescription = "How long data is kept";
    const version = { organizationId, latest, config, changeDescription, createdBy: userId, origin: "api" } as const;
    await insertVersion(tx, version);
    await projectOrganization(organizationId, config);
    await recordAct({ ...context, db: tx }, { targetId: organizationId, ...changedFields(before, after) });
  });
  return getRetention(context, {});
};

function changed(
  before: Days,
  input: Partial<Record<RetainedKind, number | null | undefined>>,
): Record<string, number> {
  const after: Record<string, number> = {};
  for (const [name, value] of Object.entries(before)) if (value !== undefined) after[name] = value;
  for (const kind of retainedKinds) {
    const { setting } = kindsOfData[kind];
    const value = input[kind];
    if (!setting || value === undefined) continue;
    if (value === null) delete after[setting];
    else after[setting] = value;
  }
  return after;
}
