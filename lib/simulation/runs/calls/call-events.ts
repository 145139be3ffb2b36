// The log of a call's events.

import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { callEvaluations, callSnapshots, evalBindings, testExecutionEvaluations } from "@/db/schema";
import { includesText } from "@/lib/bounds/normal-form";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/runs/call-analyses";
import { assertPage, pageRange } from "@/lib/pages";
import { eventsOf } from "../../outcome/rules/events";
import { voiceCallOf } from "../../voice/loaders";
import { callInWorkspace, turnsOf } from "../loaders";

export const listCallLogs: Verb<typeof contracts.listCallLogs> = async ({ db, caller }, input) => {
  const call = await callInWorkspace(db, caller, input.call_execution_id);
  const [turns, voice, evaluations, snapshots] = await Promise.all([
    turnsOf(db, call.id),
    voiceCallOf(db, call.id),
    db
      .select({ result: callEvaluations, pinned: testExecutionEvaluations })
      .from(callEvaluations)
      .innerJoin(testExecutionEvaluations, eq(testExecutionEvaluations.id, callEvaluations.evaluationId))
      .innerJoin(
        evalBindings,
        and(eq(evalBindings.id, testExecutionEvaluations.bindingId), isNull(evalBindings.deletedAt)),
      )
      .where(eq(callEvaluations.callId, call.id))
      .orderBy(asc(testExecutionEvaluations.generation), asc(evalBindings.createdAt), asc(evalBindings.id)),
    db
      .select({
        type: callSnapshots.rerunType,
        verdict: sql<string | null>`${callSnapshots.call}->>'verdict'`,
        at: callSnapshots.createdAt,
      })
      .from(callSnapshots)
      .where(eq(callSnapshots.callId, call.id))
      .orderBy(asc(callSnapshots.createdAt)),
  ]);
  const all = eventsOf({
    call,
    turns,
    evaluations: evaluations.map(({ result, pinned: { name, generation } }) => ({
      ...result,
      name,
      generation,
      at: result.updatedAt,
    })),
    dialed: voice && { provider: voice.provider, phoneNumber: voice.phoneNumber, at: voice.dialedAt },
    reruns: snapshots,
  });
  const part = input.search?.trim() ?? "";
  const found = all.filter(
    ({ category, level, message }) =>
      (!input.category || category === input.category) &&
      (!input.level || level === input.level) &&
      includesText(message, part),
  );
  const { page, limit, offset } = pageRange(input);
  assertPage(page, limit, found.length);
  return { count: found.length, page, limit, results: found.slice(offset, offset + limit) };
};
