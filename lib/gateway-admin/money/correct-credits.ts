// Corrections: credits that the operator takes back.
import { transaction } from "@/db/transaction";
import type { Verb } from "@/lib/context";
import type { correctGatewayCredits as contract } from "@/lib/contracts/gateway/money/credits";
import { GatewayFailure } from "@/lib/gateway/errors";
import { liveParts } from "@/lib/gateway/live";
import { exactUsd, toMicros, toUsd } from "@/lib/gateway/money/amount";
import { creditsClaim } from "@/lib/gateway/money/claim";
import type { Hold } from "@/lib/gateway/money/hold-status";
import { idempotencyKeyOf, managedKey, payAndRecord } from "./credits";
import { bringMoney } from "./ledger";
import { isPaid } from "./pay";

const ONLY_OPERATOR_CORRECTS = "Only the gateway's operator can take credits back.";

/**
 * Takes credits back as a call would: held in Redis first, so that no call under way uses them as well, then written in Postgres,
 * then brought to Redis. A kill in between leaves a hold, which ends by itself.
 */
export const correctGatewayCredits: Verb<typeof contract> = async (context, { key_id: id, amount, note }) => {
  const correction = { micros: -toMicros(amount), idempotencyKey: idempotencyKeyOf(context), note };
  const isRepeated = () =>
    transaction(context.db, async (tx) => {
      await managedKey(tx, context, id, ONLY_OPERATOR_CORRECTS);
      return isPaid(tx, id, correction);
    });
  const hold = (await isRepeated())
    ? null
    : await reserve(id, -correction.micros, context.now()).catch(async (error: unknown) => {
        // The same correction, sent again before it was answered, may have taken the money meanwhile.
        if (await isRepeated()) return null;
        throw error;
      });
  const balance = await transaction(context.db, async (tx) =>
    payAndRecord(tx, context, await managedKey(tx, context, id, ONLY_OPERATOR_CORRECTS), correction),
  ).catch(async (error: unknown) => {
    if (hold) await release(hold);
    throw error;
  });
  // If this fails, the hold stays: Redis must not spend what Postgres has taken.
  await bringMoney(id);
  if (hold) await release(hold);
  return { key_id: id, removed: toUsd(-correction.micros), credit_balance: toUsd(balance) };
};

/** Reserves all of the amount, or refuses. */
async function reserve(keyId: string, micros: number, now: Date): Promise<Hold> {
  await bringMoney(keyId);
  const claim = { reserves: true, tokens: [], accounts: [creditsClaim(keyId, micros)], alternatives: [] };
  const hold = await liveParts().money.hold({ ...claim, at: now.getTime() }, true);
  if (hold.life === null)
    throw new GatewayFailure("service_unavailable", "The gateway's counters cannot be reached.", {
      retryAfterSeconds: 2,
    });
  const [credits] = hold.accounts;
  // A call would get what is left.
  if (hold.isHeld && credits?.granted === micros) return hold;
  if (hold.isHeld) await release(hold);
  const left = credits ? Math.max(0, -credits.spent - credits.reserved) : 0;
  const isReserved = credits !== undefined && -credits.spent >= micros;
  throw new GatewayFailure(
    "payment_required",
    `The key has only ${exactUsd(left)} USD left that no request in progress has reserved.`,
    { ...(isReserved ? { shouldRetry: true, retryAfterSeconds: 1 } : { shouldRetry: false }), param: "amount" },
  );
}

const release = (hold: Hold): Promise<boolean> =>
  liveParts().money.settle(hold, { tokens: 0, cost: 0, booked: [], entry: null });
