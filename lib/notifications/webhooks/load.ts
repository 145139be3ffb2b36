// Loads webhooks and their deliveries, each of one organization.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { webhookDeliveries, webhooks } from "@/db/schema";
import { notFound } from "@/lib/errors";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export async function webhookInOrganization(db: Database, organizationId: string, id: string): Promise<WebhookRow> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.organizationId, organizationId)));
  if (!row) throw notFound("Webhook not found.");
  return row;
}

/** The same, locked until the transaction ends, so that changes at once keep one another's. */
export async function lockWebhook(db: Database, organizationId: string, id: string): Promise<WebhookRow> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.organizationId, organizationId)))
    .for("no key update");
  if (!row) throw notFound("Webhook not found.");
  return row;
}

/** A delivery with its webhook; null if it is gone. The rows are locked for nobody. */
export async function deliveryInOrganization(
  db: Database,
  organizationId: string,
  id: string,
): Promise<{ delivery: DeliveryRow; hook: WebhookRow } | null> {
  const [row] = await db
    .select({ delivery: webhookDeliveries, hook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.organizationId, organizationId)));
  return row ?? null;
}
