// An organization's webhooks, which Owners and Admins set up.
import { randomBytes } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { organizations, webhooks } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { changedFields } from "@/lib/audit/rules/changed-fields";
import { seal } from "@/lib/auth/encryption";
import { sha256 } from "@/lib/auth/hash";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/webhooks";
import { MAX_WEBHOOKS } from "@/lib/contracts/accounts/webhooks";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { mayAsk, NOT_PUBLIC } from "@/lib/gateway/outbound";
import { authSecret } from "@/lib/gateway-admin/configs/secrets";
import { inTransaction } from "@/lib/transaction";
import { lockWebhook, type WebhookRow, webhookInOrganization } from "./load";
import { secretOf, usualFormat } from "./rules/message";

export const listWebhooks: Verb<typeof contracts.listWebhooks> = async ({ db, caller }) => {
  const rows = await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.organizationId, caller.organizationId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
  return { webhooks: rows.map(present) };
};

export const getWebhook: Verb<typeof contracts.getWebhook> = async ({ db, caller }, { webhook_id }) =>
  present(await webhookInOrganization(db, caller.organizationId, webhook_id));

export const createWebhook: Verb<typeof contracts.createWebhook> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const url = checkedUrl(input.url);
    const { organizationId, userId } = caller;
    // One at a time, so that requests at once do not pass the limit together.
    await db
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
      .for("no key update");
    if ((await db.$count(webhooks, eq(webhooks.organizationId, organizationId))) >= MAX_WEBHOOKS)
      throw invalid(`An organization has at most ${MAX_WEBHOOKS} webhooks.`);
    const secret = secretOf(randomBytes(24));
    const [row] = await db
      .insert(webhooks)
      .values({
        organizationId,
        url: url.href,
        events: [...new Set(input.events)],
        format: input.format ?? usualFormat(url),
        secret: await seal(secret, authSecret()),
        createdBy: userId,
      })
      .returning();
    if (!row) throw new Error("the webhook was not stored");
    await recordWebhook(inner, null, row);
    return { webhook: present(row), secret };
  });

export const updateWebhook: Verb<typeof contracts.updateWebhook> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const before = await lockWebhook(db, caller.organizationId, input.webhook_id);
    const isOn = input.enabled ?? before.disabledAt === null;
    const [row] = await db
      .update(webhooks)
      .set({
        url: input.url === undefined ? before.url : checkedUrl(input.url).href,
        events: [...new Set(input.events ?? before.events)],
        format: input.format ?? before.format,
        disabledAt: isOn ? null : (before.disabledAt ?? now()),
      })
      .where(eq(webhooks.id, before.id))
      .returning();
    if (row) await recordWebhook(inner, before, row);
    return presentOne(row);
  });

export const deleteWebhook: Verb<typeof contracts.deleteWebhook> = async (context, { webhook_id }) => {
  const { db, caller } = context;
  const row = await webhookInOrganization(db, caller.organizationId, webhook_id);
  await deleteRow(db, row);
  await recordWebhook(context, row, null);
  return { deleted: true };
};

const deleteRow = (db: Database, { id }: WebhookRow) => db.delete(webhooks).where(eq(webhooks.id, id));

const SHOWN_OF_HASH = 12;

function recordWebhook(context: Context, before: WebhookRow | null, after: WebhookRow | null): Promise<void> {
  const shown = (row: WebhookRow) => ({
    host: new URL(row.url).host,
    // Receivers' addresses are secrets: whether it is another one is enough.
    address_hash: sha256(row.url).slice(0, SHOWN_OF_HASH),
    events: row.events,
    format: row.format,
    enabled: !row.disabledAt,
  });
  const { before: was, after: is } = changedFields(before && shown(before), after && shown(after));
  return recordAct(context, { targetId: (after ?? before)?.id ?? null, before: was, after: is });
}

/** Throws 400 for an address that the server must not call. The resolved address is checked again at each attempt. */
function checkedUrl(text: string): URL {
  const url = new URL(text);
  if (url.username || url.password) throw invalidField("url", "May not hold a user name or password.");
  if (!mayAsk(url)) throw invalidField("url", NOT_PUBLIC);
  return url;
}

/** No row: the webhook was deleted at the same moment. */
function presentOne(row: WebhookRow | undefined) {
  if (!row) throw notFound("Webhook not found.");
  return present(row);
}

const present = (row: WebhookRow) => ({
  id: row.id,
  url: row.url,
  events: row.events,
  format: row.format,
  enabled: row.disabledAt === null,
  delivered_at: row.deliveredAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});
