// The cost of models beside turns, charged to its call and its execution.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, testExecutions } from "@/db/schema";
import { transaction } from "@/db/transaction";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import { noSpend, plus, type Spend, spendOf } from "@/lib/evaluation/judge/spend";
import type { CustomerAnswer } from "../conversation/simulator";
import type { RunContext } from "./play/run-context";

const isFree = ({ costMicros, unpriced }: Spend): boolean => costMicros === 0 && unpriced === 0;

/** A transaction that locks the call first: requests that end a call lock it before its evaluations. */
export const lockingCall = (db: Database, callId: string, write: (tx: Database) => Promise<void>): Promise<void> =>
  transaction(db, async (tx) => {
    await tx.select({ one: sql`1` }).from(callExecutions).where(eq(callExecutions.id, callId)).for("no key update");
    await write(tx);
  });

export async function charge(db: Database, executionId: string, callId: string, spend: Spend): Promise<void> {
  if (isFree(spend)) return;
  await db
    .update(callExecutions)
    .set({
      costMicros: sql`${callExecutions.costMicros} + ${spend.costMicros}`,
      unpriced: sql`${callExecutions.unpriced} + ${spend.unpriced}::int`,
    })
    .where(eq(callExecutions.id, callId));
  await chargeExecution(db, executionId, spend);
}

export async function chargeExecution(db: Database, executionId: string, spend: Spend): Promise<void> {
  if (isFree(spend)) return;
  await db
    .update(testExecutions)
    .set({
      spentMicros: sql`${testExecutions.spentMicros} + ${spend.costMicros}`,
      unpriced: sql`${testExecutions.unpriced} + ${spend.unpriced}::int`,
    })
    .where(eq(testExecutions.id, executionId));
}

export const withUsage =
  (runContext: RunContext, count: (spend: Spend) => void): (() => Promise<AskModel>) =>
  async () => {
    const ask = await runContext.ask();
    return async (body, seconds) => {
      const answer = await ask(body, seconds);
      count(spendOf(answer));
      return answer;
    };
  };

/**
 * Asks for a turn. Answers of models that become no turn, such as an empty one or one that hangs up, are charged here; the
 * turn itself brings its own cost.
 */
export async function chargingLostAnswers(
  runContext: RunContext,
  callId: string,
  request: (ask: RunContext["ask"]) => Promise<CustomerAnswer>,
): Promise<CustomerAnswer> {
  const spends: Spend[] = [];
  const answer = await request(withUsage(runContext, (spend) => void spends.push(spend)));
  const lost = answer.kind === "turn" ? spends.slice(0, -1) : spends;
  await charge(runContext.db, runContext.execution.id, callId, lost.reduce(plus, noSpend));
  return answer;
}
