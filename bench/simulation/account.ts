// Whether every conversation of a run was played once, each turn of it once and in its order, and each fault is its side's.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { testExecutions } from "@/db/schema";
import { isRecord } from "@/lib/records";
import { answerOf, fails, questionOf, type Turn, turnIn } from "./plan";

interface PlayedCall extends Record<string, unknown> {
  status: string;
  side: string | null;
  kind: string | null;
  texts: string[];
}

export async function accountOf(
  db: Database,
  executionId: string,
  plannedTurns: readonly (readonly Turn[])[],
  turns: number,
): Promise<{ isRight: boolean; account: string }> {
  const [execution] = await db.select().from(testExecutions).where(eq(testExecutions.id, executionId));
  const { target } = execution?.pinned.agent.snapshot ?? {};
  const isModel = isRecord(target) && target.url === null;
  const calls = await db.execute<PlayedCall>(sql`
    select status, fault_side as side, fault_kind as kind,
      array(select content from call_turns where call_id = call.id order by call_turns.number) as texts
    from call_executions as call where execution_id = ${executionId} and deleted_at is null order by number`);
  const conversations = plannedTurns.length;
  const right = calls.filter((call) => {
    const conversation = turnIn(call.texts[0] ?? "")?.conversation ?? -1;
    return isModel
      ? isPlayedByModel(call, conversation, turns)
      : isPlayedAsPlanned(call, plannedTurns[conversation] ?? [], turns);
  }).length;
  const firsts = new Set(calls.map(({ texts }) => texts[0]));
  const failed = isModel ? 0 : plannedTurns.filter((own) => own.some((turn) => fails(turn, turns))).length;
  const isCounted = execution?.failedCalls === failed && execution.completedCalls === conversations - failed;
  const isRight =
    calls.length === conversations && firsts.size === conversations && right === conversations && isCounted;
  const account = `${right} of ${calls.length} as they should be, ${execution?.failedCalls} of ${failed} failed by the agent${isRight ? "" : ": WRONG"}`;
  return { isRight, account };
}

/** A model of the sandbox answers everything, in words of its own. */
function isPlayedByModel({ status, texts }: PlayedCall, conversation: number, turns: number): boolean {
  const questions = Array.from({ length: turns }, (_, turn) => questionOf({ conversation, turn }));
  return (
    status === "completed" && texts.length === 2 * turns && questions.every((text, turn) => text === texts[2 * turn])
  );
}

function isPlayedAsPlanned({ status, side, kind, texts }: PlayedCall, planned: readonly Turn[], turns: number) {
  const expected = planned.flatMap((turn) =>
    fails(turn, turns) ? [questionOf(turn)] : [questionOf(turn), answerOf(turn)],
  );
  const hasFailed = planned.some((turn) => fails(turn, turns));
  const expectedEnd = hasFailed ? "failed agent http_error" : "completed null null";
  return expected.join("\n") === texts.join("\n") && `${status} ${side} ${kind}` === expectedEnd;
}
