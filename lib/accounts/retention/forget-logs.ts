// Deletes evaluation logs and entries of the audit log when their retention ends.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { transaction } from "@/db/transaction";
import { daysKept } from "@/lib/gateway-admin/days-kept";
import type { Retention } from "@/lib/gateway-admin/settings/retention";
import { changesRetention } from "./kinds";

const DAY_MS = 86_400_000;
/** Of one statement. */
const BATCH = 2000;

interface Sweep {
  table: string;
  setting: keyof Retention;
  /** What stays however old it is. */
  stays: SQL;
}

const sweeps: readonly Sweep[] = [
  // Feedback of people on an evaluation is kept, with what it is about.
  {
    table: "eval_logs",
    setting: "eval_log_days",
    stays: sql`exists (select from eval_feedback as feedback where feedback.log_id = row.id)`,
  },
  { table: "audit_entries", setting: "audit_days", stays: changesRetention },
];

/** Batches are committed one by one, until nothing is left or `until` has come. Returns whether it is done. */
export async function forgetLogs(db: Database, now: number, until: number): Promise<boolean> {
  for (const sweep of sweeps) {
    const { days, shorter } = await daysKept(db, sweep.setting, null);
    const kept: [string | null, number][] = [...shorter, ...(days === null ? [] : [[null, days] as [null, number]])];
    for (const [organizationId, own] of kept) {
      const before = new Date(now - own * DAY_MS).toISOString();
      while ((await deleteBatch(db, sweep, organizationId, before)) === BATCH) if (Date.now() >= until) return false;
    }
  }
  return true;
}

async function deleteBatch(
  db: Database,
  { table, stays }: Sweep,
  organizationId: string | null,
  before: string,
): Promise<number> {
  const own = organizationId === null ? sql`true` : sql`row.organization_id = ${organizationId}::uuid`;
  const name = sql.identifier(table);
  const { count } = await transaction(db, async (tx) => {
    await tx.execute(sql`set local assay.audit_erasure = 'on'`);
    return tx.execute(sql`
      delete from ${name} where id in (
        select row.id from ${name} as row where ${own} and row.created_at < ${before}::timestamptz and not ${stays}
        order by row.created_at limit ${BATCH} for update skip locked)`);
  });
  return count;
}
