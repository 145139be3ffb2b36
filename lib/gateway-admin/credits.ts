// Credits of managed keys.
import { transaction } from "@/db/transaction";
import { recordAct } from "@/lib/audit/record";
import type { Verb } from "@/lib/context";
import type { addGatewayCredits as contract } from "@/lib/contracts/gateway/keys";
import { invalidField } from "@/lib/errors";
import { GatewayFailure } from "@/lib/gateway/errors";
import { toMicros, toUsd } from "@/lib/gateway/money/amount";
import { assertOperator } from "./access";
import { lockedKey } from "./find-keys";
import { bringMoney } from "./money/ledger";
import { pay } from "./money/pay";

const MAX_IDEMPOTENCY_KEY = 255;
export const ONLY_OPERATOR_PAYS = "Only the gateway's operator can add credits.";

/** Adds credits: in Postgres, then in Redis, so that a payment that is answered counts for the next request. */
export const addGatewayCredits: Verb<typeof contract> = async (context, { key_id: id, amount }) => {
  const idempotencyKey = context.idempotencyKey || null;
  if (idempotencyKey && idempotencyKey.length > MAX_IDEMPOTENCY_KEY)
    throw invalidField("Idempotency-Key", `May have at most ${MAX_IDEMPOTENCY_KEY} characters.`);
  const balance = await transaction(context.db, async (tx) => {
    const found = await lockedKey(tx, context.scope, id);
    assertOperator(context.scope, ONLY_OPERATOR_PAYS);
    if (found.keyType !== "managed") throw new GatewayFailure("not_managed", "Only managed keys have credits.");
    const paid = await pay(tx, found, { micros: toMicros(amount), idempotencyKey });
    await recordAct(
      { ...context, db: tx },
      {
        targetId: found.id,
        targetName: found.name,
        organizationId: found.organizationId,
        before: { credit_balance: toUsd(Number(found.creditBalanceMicros ?? 0)) },
        after: { credit_balance: toUsd(paid) },
      },
    );
    return paid;
  });
  await bringMoney(id);
  return { key_id: id, added: toUsd(toMicros(amount)), credit_balance: toUsd(balance) };
};
