// Payments and corrections: entries of the ledger that change a key's credits.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayKeys, gatewayLedger } from "@/db/schema";
import { GatewayFailure } from "@/lib/gateway/errors";

export interface Payment {
  /** Micro-dollars; below 0 for a correction. */
  micros: number;
  idempotencyKey: string | null;
  note?: string | null;
}

/** Changes the credits of a key that the transaction has locked, once per idempotency key. Returns the new balance. */
export async function pay(
  tx: Database,
  key: { id: string; organizationId: string | null },
  { micros, idempotencyKey, note = null }: Payment,
): Promise<number> {
  const { id: keyId, organizationId } = key;
  const [written] = await tx
    .insert(gatewayLedger)
    .values({
      ...{ kind: micros < 0 ? "correction" : "top_up", keyId, organizationId, creditMicros: micros },
      ...{ idempotencyKey, note, occurredAt: new Date() },
    })
    .onConflictDoNothing()
    .returning({ id: gatewayLedger.id });
  if (!written && idempotencyKey !== null) assertSame(await paidUnder(tx, keyId, idempotencyKey), micros);
  const added = written ? micros : 0;
  const [row] = await tx
    .update(gatewayKeys)
    .set({ creditBalanceMicros: sql`coalesce(${gatewayKeys.creditBalanceMicros}, 0) + ${added}` })
    .where(eq(gatewayKeys.id, keyId))
    .returning({ balance: gatewayKeys.creditBalanceMicros });
  return Number(row?.balance ?? 0);
}

/** Whether it was written before, under the same idempotency key. Throws if that key was used for another amount. */
export async function isPaid(tx: Database, keyId: string, { micros, idempotencyKey }: Payment): Promise<boolean> {
  const paid = idempotencyKey === null ? null : await paidUnder(tx, keyId, idempotencyKey);
  if (paid !== null) assertSame(paid, micros);
  return paid !== null;
}

async function paidUnder(tx: Database, keyId: string, idempotencyKey: string): Promise<number | null> {
  const [known] = await tx
    .select({ micros: gatewayLedger.creditMicros })
    .from(gatewayLedger)
    .where(and(eq(gatewayLedger.keyId, keyId), eq(gatewayLedger.idempotencyKey, idempotencyKey)));
  return known?.micros ?? null;
}

function assertSame(paid: number | null, micros: number): void {
  if (paid === micros) return;
  const message = "This Idempotency-Key was already used for another amount.";
  throw new GatewayFailure("invalid_request_error", message, { param: "Idempotency-Key" });
}
