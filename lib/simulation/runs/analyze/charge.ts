// The cost of an analysis, charged to its call and its execution.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, testExecutions } from "@/db/schema";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import { type Spend, spendOf } from "@/lib/evaluation/judge/spend";
import type { RunContext } from "../play/run-context";

const isFree = ({ costMicros, unpriced }: Spend): boolean => costMicros === 0 && unpriced === 0;

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
    return async (body) => {
      const answer = await ask(body);
      count(spendOf(answer));
      return answer;
    };
  };
