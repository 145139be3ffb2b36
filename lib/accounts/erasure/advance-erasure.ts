// Deletes everything of an organization or a project in short steps. A step that was killed loses nothing: what is left says where to go on.
import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { erasures } from "@/db/schema";
import { type TenantTable, tenantTables } from "@/db/tenants/tenant-tables";
import { transaction } from "@/db/transaction";
import type { DomainEvent } from "@/lib/events";
import { forgetOrganization } from "@/lib/gateway-admin/forget-organization";
import { restartId, type Stalled, type StalledWork } from "@/lib/jobs/resume-stalled";
import { continueAfter, DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import { advanceProject } from "@/lib/traces/erasure/advance-project";

/** Of one statement. */
const BATCH = 2000;
const STALLED_MS = 2 * 60_000;
/** Amounts stay, without texts: see withoutTexts. */
const KEPT = new Set(["gateway_ledger", "gateway_spend"]);

type ErasureRow = typeof erasures.$inferSelect;

export async function advanceErasure(
  db: Database,
  { erasureId, until = Date.now() + STEP_MS }: { erasureId: string; until?: number },
): Promise<StepResult> {
  const own = and(eq(erasures.id, erasureId), isNull(erasures.completedAt));
  const [erasure] = await db.select().from(erasures).where(own);
  if (!erasure) return DONE;
  if (erasure.kind === "project") return advanceProjectErasure(db, erasure, until);
  // First, while the keys' rows still say what Redis has.
  await forgetOrganization(db, erasure.organizationId);
  let total = 0;
  for (const table of tenantTables) {
    for (let deleted = BATCH; deleted === BATCH; ) {
      deleted = await deleteBatch(db, table, erasure.organizationId);
      total += deleted;
      if (Date.now() >= until) return progress(db, erasureId, total);
    }
  }
  // Work that was under way may have written rows meanwhile: it is over once a whole pass has found nothing.
  if (total > 0) return progress(db, erasureId, total);
  await withoutTexts(db, erasure.organizationId);
  await db.update(erasures).set({ completedAt: sql`now()` }).where(own);
  return DONE;
}

async function advanceProjectErasure(db: Database, erasure: ErasureRow, until: number): Promise<StepResult> {
  const { id, organizationId, targetId } = erasure;
  const { deleted, done } = await advanceProject(db, { organizationId, projectId: targetId, until });
  await progress(db, id, deleted);
  if (!done) return continueAfter(0);
  await db.update(erasures).set({ completedAt: sql`now()` }).where(eq(erasures.id, id));
  return DONE;
}

async function progress(db: Database, erasureId: string, deleted: number): Promise<StepResult> {
  await db
    .update(erasures)
    .set({ deletedRows: sql`${erasures.deletedRows} + ${deleted}`, lastProgressAt: sql`now()` })
    .where(eq(erasures.id, erasureId));
  return continueAfter(0);
}

async function deleteBatch(db: Database, { name, isOwn }: TenantTable, organizationId: string): Promise<number> {
  if (KEPT.has(name)) return 0;
  const table = sql.identifier(name);
  const some = sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${isOwn(organizationId)} limit ${BATCH}))`;
  const { count } = await transaction(db, async (tx) => {
    if (name === "audit_entries") await tx.execute(sql`set local assay.audit_erasure = 'on'`);
    return tx.execute(some);
  });
  return count;
}

/** The ledger and its sums keep what was spent, on which provider's models and when. */
async function withoutTexts(db: Database, organizationId: string): Promise<void> {
  const own = sql`organization_id = ${organizationId}::uuid`;
  await db.execute(sql`
    update gateway_ledger set request_id = null, end_user = null, requested_model = null, idempotency_key = null
    where ${own} and (request_id is not null or end_user is not null or requested_model is not null
      or idempotency_key is not null)`);
  await db.execute(sql`
    with taken as (
      delete from gateway_spend where ${own} and (end_user is not null or requested_model <> model) returning *)
    insert into gateway_spend (day, organization_id, key_id, end_user, requested_model, provider, model, calls,
      input_tokens, output_tokens, cost_micros, unpriced)
    select day, organization_id, key_id, null, model, provider, model, sum(calls), sum(input_tokens), sum(output_tokens),
      sum(cost_micros), sum(unpriced)
    from taken group by day, organization_id, key_id, provider, model
    on conflict on constraint gateway_spend_key do update set calls = gateway_spend.calls + excluded.calls,
      input_tokens = gateway_spend.input_tokens + excluded.input_tokens,
      output_tokens = gateway_spend.output_tokens + excluded.output_tokens,
      cost_micros = gateway_spend.cost_micros + excluded.cost_micros,
      unpriced = gateway_spend.unpriced + excluded.unpriced`);
  await db.execute(sql`delete from outbox_events where data ->> 'organizationId' = ${organizationId}`);
}

export const erasureRequested = (erasureId: string, organizationId: string, id: string): DomainEvent => ({
  id,
  name: "erasure/requested",
  data: { erasureId, organizationId },
});

const isSilent = (before: Date) =>
  or(lt(erasures.lastProgressAt, before), and(isNull(erasures.lastProgressAt), lt(erasures.createdAt, before)));

export const stalledErasures: StalledWork<Stalled> = {
  stalledMs: STALLED_MS,
  find: async (db, { before, limit }) => {
    const rows = await db
      .select()
      .from(erasures)
      .where(and(isNull(erasures.completedAt), isSilent(before)))
      .orderBy(asc(erasures.createdAt))
      .limit(limit);
    return rows.map((row) => ({ ...row, lastProgressAt: row.lastProgressAt ?? row.createdAt }));
  },
  restart: (_, { id, organizationId }, now) =>
    erasureRequested(id, organizationId, restartId("erasure", id, now, STALLED_MS)),
};
