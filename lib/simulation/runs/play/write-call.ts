// Writes a call while it is played: each state once, even if two processes play it.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { writePatiently } from "@/db/outages/write-patiently";
import { callExecutions, testExecutions } from "@/db/schema";
import type { EndCause } from "@/lib/contracts/simulation/call-names";
import type { Fault } from "@/lib/contracts/simulation/call-parts";
import { UNPRICED_UNDER_CEILING } from "@/lib/evaluation/judge/spend";
import type { Answered } from "../../conversation/answer";
import type { Turn } from "../../conversation/rules/turn";
import { faultOf } from "../../outcome/rules/conversation";
import { endFault } from "../end-fault";
import type { CallRow } from "../loaders";
import { skipEvaluations } from "../start/pin-evaluations";
import type { RunContext } from "./run-context";

/** False if it is already over, or the run's ceiling is reached. */
export async function beginCall({ db, execution, now }: RunContext, call: CallRow): Promise<boolean> {
  const ceiling = execution.settings.cost_ceiling_usd;
  const spent = { costMicros: testExecutions.spentMicros, unpriced: testExecutions.unpriced };
  const [begun] = await db
    .update(callExecutions)
    .set({ status: "ongoing", startedAt: now() })
    .where(
      and(
        eq(callExecutions.id, call.id),
        sql`${callExecutions.status} in ('pending', 'queued')`,
        isNull(callExecutions.deletedAt),
        ceiling === null
          ? undefined
          : sql`exists (select from ${testExecutions} where ${testExecutions.id} = ${execution.id}
              and ${spent.costMicros} < ${Math.round(ceiling * 1e6)} and ${spent.unpriced} = 0)`,
      ),
    )
    .returning({ id: callExecutions.id });
  if (begun || ceiling === null) return begun !== undefined;
  const [run] = await db.select(spent).from(testExecutions).where(eq(testExecutions.id, execution.id));
  const endedReason = run && run.unpriced > 0 ? UNPRICED_UNDER_CEILING : "The run reached its cost ceiling.";
  await db
    .update(callExecutions)
    .set({ status: "cancelled", cause: "ceiling", endedAt: now(), endedReason })
    .where(and(eq(callExecutions.id, call.id), sql`${callExecutions.status} in ('pending', 'queued')`));
  return false;
}

/** False if another process has written this turn, or the call is over. Retries during a database outage. */
export const writeTurn = (...turn: Parameters<typeof insertTurn>): Promise<boolean> =>
  writePatiently(() => insertTurn(...turn));

async function insertTurn(
  { db, execution }: Pick<RunContext, "db" | "execution">,
  call: Pick<CallRow, "id">,
  { number, role, content, scripted }: Turn,
  answer: Answered,
): Promise<boolean> {
  const cost = answer.costMicros ?? 0;
  const { unpriced } = answer;
  const written = await db.execute<{ number: number }>(sql`
    with open as (
      update call_executions set
        turn_count = ${number + 1}, waits = 0, wait_until = null, updated_at = now(), cost_micros = cost_micros + ${cost},
        unpriced = unpriced + ${unpriced}::int,
        state = coalesce(${answer.state === null ? null : JSON.stringify(answer.state)}::text::jsonb, state)
      where id = ${call.id} and status = 'ongoing' and deleted_at is null and turn_count = ${number}
      returning id
    ), spent as (
      update test_executions set spent_micros = spent_micros + ${cost}, unpriced = unpriced + ${unpriced}::int
      where id = ${execution.id} and (${cost} > 0 or ${unpriced}::int > 0) and exists (select from open)
    )
    insert into call_turns (call_id, number, role, content, messages, scripted, ends, latency_ms, input_tokens, output_tokens,
      total_tokens, cost_micros, model, trace_id)
    select id, ${number}, ${role}, ${content}, ${JSON.stringify(answer.messages)}::text::jsonb, ${scripted}, ${answer.ends},
      ${scripted ? null : answer.latencyMs}, ${answer.inputTokens}, ${answer.outputTokens},
      ${answer.totalTokens ?? null}, ${answer.costMicros}, ${answer.model},
      ${answer.traceId}
    from open
    returning number`);
  return written.length > 0;
}

export async function waitUntil({ db, now }: RunContext, call: CallRow, waits: number, ms: number): Promise<boolean> {
  const waiting = await db
    .update(callExecutions)
    .set({ waits, waitUntil: new Date(now().getTime() + ms) })
    .where(and(eq(callExecutions.id, call.id), eq(callExecutions.status, "ongoing")))
    .returning({ id: callExecutions.id });
  return waiting.length > 0;
}

/** Notes that a client has received its stored answer again. False if it has before, or the call has changed. */
export async function markRepeated(db: Database, call: Pick<CallRow, "id">, turnCount: number): Promise<boolean> {
  const { id, status, waits } = callExecutions;
  const isUnchanged = and(eq(status, "ongoing"), eq(callExecutions.turnCount, turnCount), eq(waits, 0));
  const marked = await db
    .update(callExecutions)
    .set({ waits: 1 })
    .where(and(eq(id, call.id), isUnchanged, isNull(callExecutions.deletedAt)))
    .returning({ id });
  return marked.length > 0;
}

/**
 * Ends a call whose work has failed on the server. That says nothing about the agent, so the call is excluded from the
 * verdict.
 */
export async function breakCall(
  { db, now }: Pick<RunContext, "db" | "now">,
  call: Pick<CallRow, "id">,
  reason: string,
): Promise<void> {
  const fault = faultOf("provider", "unavailable", `The call could not continue. ${reason}`, 0, "");
  const broken = await db
    .update(callExecutions)
    .set({
      status: "failed",
      cause: "provider_fault",
      endedReason: fault.message,
      endedAt: now(),
      waitUntil: null,
      faults: endFault(fault),
      faultSide: fault.side,
      faultKind: fault.kind,
      verdict: "excluded",
    })
    .where(
      and(
        eq(callExecutions.id, call.id),
        sql`${callExecutions.status} not in ('completed', 'failed', 'cancelled')`,
        isNull(callExecutions.deletedAt),
      ),
    )
    .returning({ id: callExecutions.id });
  if (broken.length > 0) await skipEvaluations(db, call.id, fault.message);
}

/** The conversation is over, and the call is ready to be judged. "stopped" if it was over before. */
export async function endCall(
  { db, now }: Pick<RunContext, "db" | "now">,
  call: Pick<CallRow, "id">,
  cause: EndCause,
  faults: readonly Fault[],
): Promise<CallRow | "stopped"> {
  const [ended] = await db
    .update(callExecutions)
    .set({
      status: "analyzing",
      cause,
      faults: [...faults],
      endedAt: now(),
      endedReason: reasons[cause],
      waitUntil: null,
    })
    .where(and(eq(callExecutions.id, call.id), eq(callExecutions.status, "ongoing"), isNull(callExecutions.deletedAt)))
    .returning();
  return ended ?? "stopped";
}

const reasons: Record<EndCause, string> = {
  customer_ended: "customer-ended-call",
  agent_ended: "assistant-ended-call",
  script_ended: "customer-ended-call",
  max_turns: "max-turns-reached",
  max_duration: "max-duration-reached",
  agent_fault: "The agent failed",
  simulator_fault: "The simulator failed",
  provider_fault: "A provider failed",
  cancelled: "cancelled",
  stalled: "silence-timed-out",
  ceiling: "The run reached its cost ceiling",
  client: "The client ended the call",
};
