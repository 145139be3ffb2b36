// What was sent to a webhook, and sending it again by hand.
import { randomUUID } from "node:crypto";
import { and, asc, count, eq, lt, ne } from "drizzle-orm";
import type { Database } from "@/db/client";
import { webhookDeliveries } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/webhooks";
import { conflict, notFound } from "@/lib/errors";
import { assertPage, newestFirst, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { type DeliveryRow, type WebhookRow, webhookInOrganization } from "./load";

const KEPT_DAYS = 30;

export const listWebhookDeliveries: Verb<typeof contracts.listWebhookDeliveries> = async ({ db, caller }, input) => {
  const hook = await webhookInOrganization(db, caller.organizationId, input.webhook_id);
  const { page, limit, offset } = pageRange(input);
  const where = eq(webhookDeliveries.webhookId, hook.id);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(webhookDeliveries).where(where),
    db
      .select()
      .from(webhookDeliveries)
      .where(where)
      .orderBy(newestFirst(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(present) };
};

export const testWebhook: Verb<typeof contracts.testWebhook> = (context, { webhook_id }) =>
  inTransaction(context, async (inner) => {
    const hook = await webhookThatIsOn(inner, webhook_id);
    const [row] = await inner.db
      .insert(webhookDeliveries)
      .values({
        webhookId: hook.id,
        organizationId: hook.organizationId,
        cause: `test-${randomUUID()}`,
        event: "webhook.test",
        data: {},
      })
      .returning();
    return sent(inner, row);
  });

export const redeliverWebhookEvent: Verb<typeof contracts.redeliverWebhookEvent> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, now } = inner;
    const hook = await webhookThatIsOn(inner, input.webhook_id);
    const own = and(eq(webhookDeliveries.id, input.delivery_id), eq(webhookDeliveries.webhookId, hook.id));
    const [row] = await db
      .update(webhookDeliveries)
      .set({ status: "waiting", attempts: 0, nextAttemptAt: now() })
      .where(and(own, ne(webhookDeliveries.status, "waiting")))
      .returning();
    if (!row && (await db.$count(webhookDeliveries, own)) > 0) throw conflict("This delivery is still being tried.");
    return sent(inner, row);
  });

async function webhookThatIsOn({ db, caller }: Context, id: string): Promise<WebhookRow> {
  const hook = await webhookInOrganization(db, caller.organizationId, id);
  if (hook.disabledAt) throw conflict("The webhook is switched off. Switch it on first.");
  return hook;
}

async function sent({ emit }: Context, row: DeliveryRow | undefined) {
  if (!row) throw notFound("Delivery not found.");
  await emit({
    id: `webhook-${row.id}-${row.nextAttemptAt?.getTime()}`,
    name: "webhooks/delivery.due",
    data: { deliveryId: row.id, organizationId: row.organizationId },
  });
  return present(row);
}

const present = (row: DeliveryRow) => ({
  id: row.id,
  event: row.event,
  data: row.data,
  status: row.status,
  attempts: row.attempts,
  response_code: row.responseCode,
  error: row.error,
  next_attempt_at: row.status === "waiting" ? (row.nextAttemptAt?.toISOString() ?? null) : null,
  delivered_at: row.deliveredAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

/** Deletes deliveries that have been kept for their time. */
export async function forgetDeliveries(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before));
}
