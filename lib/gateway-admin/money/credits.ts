// Payments: credits of managed keys that the operator adds.
import type { Database } from "@/db/client";
import { transaction } from "@/db/transaction";
import { recordAct } from "@/lib/audit/record";
import type { GatewayContext, Verb } from "@/lib/context";
import type { addGatewayCredits as contract } from "@/lib/contracts/gateway/money/credits";
import { invalid, invalidField } from "@/lib/errors";
import { GatewayFailure } from "@/lib/gateway/errors";
import { toMicros, toUsd } from "@/lib/gateway/money/amount";
import { assertOperator } from "../access";
import { lockedKey } from "../find-keys";
import type { GatewayKeyRow } from "../projection";
import { bringMoney } from "./ledger";
import { isPaid, type Payment, pay } from "./pay";

const MAX_IDEMPOTENCY_KEY = 255;
export const ONLY_OPERATOR_PAYS = "Only the gateway's operator can add credits.";

/** Adds credits: in Postgres, then in Redis, so that a payment that is answered counts for the next request. */
export const addGatewayCredits: Verb<typeof contract> = async (context, { key_id: id, amount, note }) => {
  const payment = { micros: toMicros(amount), idempotencyKey: idempotencyKeyOf(context), note: note || null };
  const balance = await transaction(context.db, async (tx) => {
    const found = await managedKey(tx, context, id, ONLY_OPERATOR_PAYS);
    if (found.revokedAt && !(await isPaid(tx, id, payment)))
      throw invalid("The key is revoked, so it cannot use credits. Create another key.");
    return payAndRecord(tx, context, found, payment);
  });
  await bringMoney(id);
  return { key_id: id, added: toUsd(payment.micros), credit_balance: toUsd(balance) };
};

/** Locks a managed key, for the operator alone: an Owner or Admin learns from the refusal who may. */
export async function managedKey(
  tx: Database,
  { scope }: GatewayContext,
  id: string,
  refusal: string,
): Promise<GatewayKeyRow> {
  const found = await lockedKey(tx, scope, id);
  assertOperator(scope, refusal);
  assertManaged(found);
  return found;
}

export function assertManaged({ keyType }: Pick<GatewayKeyRow, "keyType">): void {
  if (keyType !== "managed") throw new GatewayFailure("not_managed", "Only managed keys have credits.");
}

export async function payAndRecord(
  tx: Database,
  context: GatewayContext,
  key: GatewayKeyRow,
  payment: Payment,
): Promise<number> {
  const balance = await pay(tx, key, payment);
  await recordAct(
    { ...context, db: tx },
    {
      targetId: key.id,
      targetName: key.name,
      organizationId: key.organizationId,
      before: { credit_balance: toUsd(Number(key.creditBalanceMicros ?? 0)) },
      after: { credit_balance: toUsd(balance), ...(payment.note ? { note: payment.note } : {}) },
    },
  );
  return balance;
}

export function idempotencyKeyOf({ idempotencyKey }: GatewayContext): string | null {
  if (idempotencyKey && idempotencyKey.length > MAX_IDEMPOTENCY_KEY)
    throw invalidField("Idempotency-Key", `May have at most ${MAX_IDEMPOTENCY_KEY} characters.`);
  return idempotencyKey || null;
}
