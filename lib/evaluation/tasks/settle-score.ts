// Writes how the evaluation of a span ended, once per attempt.
import { and, eq, isNull, sql } from "drizzle-orm";
import { isTemporaryFailure } from "@/db/outages/database-outage";
import { writePatiently } from "@/db/outages/write-patiently";
import { evalBackfills, evalSpanScores } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { reasonOf } from "@/lib/failures";
import type { Spend } from "../judge/spend";
import type { Ran } from "../templates/run-evaluation";
import { waitSeconds } from "./rules/bounds";
import type { Run, SpanScore } from "./task-run";

const MAX_ATTEMPTS = 5;

type Settled = Partial<Pick<SpanScore, "output" | "score" | "label" | "passed" | "logId"> & Spend> & {
  outcome: NonNullable<SpanScore["outcome"]>;
  reason: string;
  /** How long to wait before a retry, if a retry may help. */
  retryAfterSeconds?: number | null;
};

export function verdictOf({ result }: Ran): Settled {
  const { outcome, reason } = result;
  if (result.outcome === "scored") {
    const { output, score, label, passed } = result;
    return { outcome, reason, output, score, label, passed };
  }
  return result.outcome === "error" && result.mayRetry
    ? { outcome, reason, retryAfterSeconds: result.retryAfterSeconds ?? 0 }
    : { outcome, reason };
}

/**
 * Writes a result, which was paid for. It retries during a database outage, and writes an error if the database refuses
 * the result.
 */
export async function settle(run: Run, score: SpanScore, settled: Settled): Promise<void> {
  try {
    await writePatiently(() => writeEnd(run, score, settled));
  } catch (error) {
    if (isTemporaryFailure(error)) throw error;
    const { costMicros = 0, unpriced = 0 } = settled;
    const reason = `The result could not be stored. ${reasonOf(error)}`;
    await writePatiently(() => writeEnd(run, score, { outcome: "error", reason, costMicros, unpriced }));
  }
}

/**
 * Once per attempt: a repeated write finds the attempt there. A retryable failure stays open until its tries run out.
 */
async function writeEnd({ db, now }: Run, score: SpanScore, settled: Settled): Promise<void> {
  const { retryAfterSeconds, costMicros = 0, unpriced = 0, ...end } = settled;
  const attempts = score.attempts + 1;
  const isOver = retryAfterSeconds === undefined || attempts >= MAX_ATTEMPTS;
  const wait = waitSeconds(attempts, retryAfterSeconds ?? 0);
  const own = and(
    eq(evalSpanScores.evaluationId, score.evaluationId),
    eq(evalSpanScores.spanId, score.spanId),
    isNull(evalSpanScores.outcome),
    eq(evalSpanScores.attempts, score.attempts),
  );
  await transaction(db, async (tx) => {
    const cost = {
      attempts,
      costMicros: sql`coalesce(${evalSpanScores.costMicros}, 0) + ${costMicros}::bigint`,
      unpriced: sql`${evalSpanScores.unpriced} + ${unpriced}::int`,
    };
    const written = await tx
      .update(evalSpanScores)
      .set(
        isOver
          ? { ...end, ...cost, retryAt: null, scoredAt: now() }
          : { ...cost, reason: end.reason, retryAt: new Date(now().getTime() + wait * 1000) },
      )
      .where(own)
      .returning({ spanId: evalSpanScores.spanId });
    if (score.backfillId && written.length > 0 && (costMicros > 0 || unpriced > 0))
      await tx
        .update(evalBackfills)
        .set({
          spentMicros: sql`${evalBackfills.spentMicros} + ${costMicros}::bigint`,
          unpriced: sql`${evalBackfills.unpriced} + ${unpriced}::int`,
        })
        .where(eq(evalBackfills.id, score.backfillId));
  });
}
