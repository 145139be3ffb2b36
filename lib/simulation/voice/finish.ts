// Stores a finished phone call: its turns, speech metrics, cost, and the fault that ended it.
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { callExecutions, callTurns, voiceCalls } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { cut } from "@/lib/bounds/excerpt";
import { spokenIn } from "../conversation/rules/turn";
import { faultOf } from "../outcome/rules/conversation";
import { chargeExecution } from "../runs/charge";
import type { CallRow } from "../runs/loaders";
import type { Played } from "../runs/play/play";
import type { RunContext } from "../runs/play/run-context";
import type { CallStatus } from "./adapter";
import { endedBy } from "./rules/call-end";
import { type SpokenTurn, speechMetrics, turnsIn } from "./rules/speech";
import type { TelephonyAccount } from "./telephony-account";

export type VoiceContext = RunContext & { line: TelephonyAccount };

/** Writes the transcript once, with its metrics and cost. */
export async function finish(runContext: VoiceContext, call: CallRow, seen: CallStatus): Promise<Played> {
  const { execution, line, now } = runContext;
  const turns = turnsIn(seen.utterances);
  const last = turns.at(-1)?.role ?? null;
  const hasAgentSpoken = turns.some(({ role }) => role === "assistant");
  const ended = endedBy(line.provider, seen.reason, last, hasAgentSpoken);
  const startedAt = seen.startedAt ?? call.startedAt ?? now();
  const endedAt = seen.endedAt ?? now();
  // A call that was not answered may end without a cost.
  const spend = { costMicros: seen.costMicros ?? 0, unpriced: seen.costMicros === null && turns.length > 0 ? 1 : 0 };
  return transaction(runContext.db, async (tx) => {
    const [over] = await tx
      .update(callExecutions)
      .set({
        status: ended.cause === "cancelled" ? "cancelled" : "analyzing",
        cause: ended.cause,
        endedReason: cut(ended.reason, 200),
        faults: ended.fault
          ? [faultOf(ended.fault.side, ended.fault.kind, ended.fault.message, turns.length, seen.reason)]
          : [],
        startedAt,
        endedAt,
        turnCount: turns.length,
        costMicros: sql`${callExecutions.costMicros} + ${spend.costMicros}`,
        unpriced: sql`${callExecutions.unpriced} + ${spend.unpriced}::int`,
        metrics: speechMetrics(turns, seen.startedAt ? endedAt.getTime() - startedAt.getTime() : null),
        waits: 0,
        waitUntil: null,
      })
      .where(
        and(eq(callExecutions.id, call.id), eq(callExecutions.status, "ongoing"), isNull(callExecutions.deletedAt)),
      )
      .returning();
    if (!over) return "stopped";
    if (turns.length > 0) await tx.insert(callTurns).values(rowsOf(call.id, turns, startedAt));
    const { recordings, costs, latencies, summary } = seen;
    await tx
      .update(voiceCalls)
      .set({ isOpen: false, recordings, costs, latencies, summary: summary === null ? null : cut(summary, 10_000) })
      .where(eq(voiceCalls.callId, call.id));
    await chargeExecution(tx, execution.id, spend);
    return ended.cause === "cancelled" ? "stopped" : over;
  });
}

const rowsOf = (callId: string, turns: readonly SpokenTurn[], startedAt: Date) =>
  turns.map(({ role, messages, startMs, endMs, latencyMs, confidence }, number) => ({
    callId,
    number,
    role,
    content: spokenIn(messages),
    messages,
    latencyMs,
    startMs,
    endMs,
    confidence,
    createdAt: new Date(startedAt.getTime() + startMs),
  }));

/** No more calls can be placed: the run's open calls end. */
export async function endWithoutLine({ db, execution, now }: RunContext): Promise<void> {
  const message = "The server no longer has a telephony account that may call agents for this organization.";
  await db
    .update(callExecutions)
    .set({
      status: "analyzing",
      cause: "provider_fault",
      endedReason: "A provider failed",
      faults: [faultOf("provider", "not_configured", message, 0, "")],
      endedAt: now(),
      waitUntil: null,
    })
    .where(
      and(
        eq(callExecutions.executionId, execution.id),
        inArray(callExecutions.status, ["pending", "queued", "ongoing"]),
        isNull(callExecutions.deletedAt),
      ),
    );
}
