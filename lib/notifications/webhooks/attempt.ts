// One attempt at a delivery. Its row says when the next is due, so a job that runs twice sends no more than that.
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships, webhookDeliveries, webhooks } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { unseal, whenNotOpened } from "@/lib/auth/encryption";
import { openingSecrets } from "@/lib/auth/session-secret";
import { networkReason } from "@/lib/exchange/network-reason";
import { GatewayFailure } from "@/lib/gateway/errors";
import { isGuarded } from "@/lib/gateway/outbound";
import { isOk, type Send } from "@/lib/gateway/providers/provider";
import type { StalledWork } from "@/lib/jobs/resume-stalled";
import { restartId } from "@/lib/jobs/resume-stalled";
import type { StepResult } from "@/lib/jobs/step";
import { notify } from "../notify";
import { type DeliveryRow, deliveryInOrganization, type WebhookRow } from "./load";
import { bodyOf, signedHeaders } from "./rules/message";
import { nextAttempt } from "./rules/schedule";

const TIMEOUT_MS = 10_000;
const done: StepResult = { done: true, retryAfterMs: 0 };

interface Way {
  send: Send;
  now: Date;
  /** The server's address, for links. */
  site: string | undefined;
}

/** Sends a delivery if it is due. Says when it is due again. */
export async function attemptDelivery(
  db: Database,
  { organizationId, deliveryId }: { organizationId: string; deliveryId: string },
  way: Way,
): Promise<StepResult> {
  const found = await deliveryInOrganization(db, organizationId, deliveryId);
  if (found?.delivery.status !== "waiting") return done;
  const { delivery, hook } = found;
  const due = delivery.nextAttemptAt?.getTime() ?? 0;
  if (due > way.now.getTime()) return { done: false, retryAfterMs: due - way.now.getTime() };
  if (hook.disabledAt) {
    await write(db, delivery, { status: "failed", error: "The webhook is switched off." });
    return done;
  }
  const answer = await post(delivery, hook, way);
  if (answer.isAccepted) {
    await write(db, delivery, { ...answer.log, status: "delivered", deliveredAt: way.now });
    await db.update(webhooks).set({ deliveredAt: way.now }).where(eq(webhooks.id, hook.id));
    return done;
  }
  const attempts = delivery.attempts + 1;
  const next = nextAttempt(attempts, way.now);
  if (next) {
    await write(db, delivery, { ...answer.log, nextAttemptAt: next });
    return { done: false, retryAfterMs: next.getTime() - way.now.getTime() };
  }
  await giveUp(db, { delivery, hook }, answer.log, way.now);
  return done;
}

type Change = Partial<typeof webhookDeliveries.$inferInsert>;

const write = (db: Database, { id }: DeliveryRow, change: Change) =>
  db
    .update(webhookDeliveries)
    .set(change)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.status, "waiting")));

interface Outcome {
  isAccepted: boolean;
  log: Pick<DeliveryRow, "attempts" | "responseCode" | "error">;
}

async function post(delivery: DeliveryRow, hook: WebhookRow, { send, now, site }: Way): Promise<Outcome> {
  const attempts = delivery.attempts + 1;
  const failed = (error: string, responseCode: number | null = null): Outcome => ({
    isAccepted: false,
    log: { attempts, responseCode, error },
  });
  const secret = await unseal(hook.secret, openingSecrets()).catch(whenNotOpened(() => null));
  if (secret === null) return failed("The server's AUTH_SECRET has changed. Create the webhook again.");
  const { id, event, createdAt: at, data } = delivery;
  const body = bodyOf({ id, event, at, data }, hook.format, site);
  const url = new URL(hook.url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const headers = signedHeaders(secret, { id, body, now });
    const reply = await send({ url, headers, body, signal, isGuarded: isGuarded(url) });
    // Only the status matters; the connection is given up with the rest of the answer.
    if (typeof reply.body !== "string") await reply.body[Symbol.asyncIterator]().return?.();
    if (!isOk(reply)) return failed(`It answered with status ${reply.status}.`, reply.status);
    return { isAccepted: true, log: { attempts, responseCode: reply.status, error: null } };
  } catch (error) {
    if (signal.aborted) return failed(`It did not answer within ${TIMEOUT_MS / 1000} s.`);
    return failed(error instanceof GatewayFailure ? "Its address is not a public one." : networkReason(error));
  }
}

/** After the last attempt. If nothing else was accepted meanwhile, the webhook is switched off, and its people hear of it. */
const giveUp = (
  db: Database,
  { delivery, hook }: { delivery: DeliveryRow; hook: WebhookRow },
  log: Change,
  now: Date,
): Promise<void> =>
  transaction(db, async (tx) => {
    await write(tx, delivery, { ...log, status: "failed" });
    const off = await tx
      .update(webhooks)
      .set({ disabledAt: now })
      .where(
        and(
          eq(webhooks.id, hook.id),
          isNull(webhooks.disabledAt),
          or(isNull(webhooks.deliveredAt), lt(webhooks.deliveredAt, delivery.createdAt)),
        ),
      )
      .returning({ id: webhooks.id });
    if (off.length === 0) return;
    const { organizationId } = hook;
    const admins = await tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.organizationId, organizationId), inArray(memberships.role, ["Owner", "Admin"])));
    const subject = { webhook_id: hook.id, webhook_host: new URL(hook.url).host };
    const userIds = admins.map(({ userId }) => userId);
    const cause = `webhook-off-${hook.id}-${now.toISOString()}`;
    await notify(tx, organizationId, userIds, { kind: "webhook_disabled", cause, actorId: null, subject });
  });

/** Deliveries whose job was lost: their attempt was due a while ago. */
export const stalledDeliveries: StalledWork<{ id: string; organizationId: string; lastProgressAt: Date }> = {
  stalledMs: 10 * 60_000,
  find: (db, { before, limit }) =>
    db
      .select({
        id: webhookDeliveries.id,
        organizationId: webhookDeliveries.organizationId,
        lastProgressAt: sql<Date>`${webhookDeliveries.nextAttemptAt}`.mapWith(webhookDeliveries.createdAt),
      })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.status, "waiting"), lte(webhookDeliveries.nextAttemptAt, before)))
      .orderBy(asc(webhookDeliveries.nextAttemptAt))
      .limit(limit),
  restart: (_, { id, organizationId }, now) => ({
    id: restartId("webhook", id, now, 10 * 60_000),
    name: "webhooks/delivery.due",
    data: { deliveryId: id, organizationId },
  }),
};
