// Conversations that a client drives: it sends its agent's answers and gets the customer's next messages.
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, isNull } from "drizzle-orm";
import { callExecutions } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/runs/chat";
import { conflict, invalid } from "@/lib/errors";
import { liveParts } from "@/lib/gateway/live";
import { inTransaction } from "@/lib/transaction";
import type { Answered } from "../../conversation/answer";
import { nextOf } from "../../conversation/rules/next";
import type { Turn } from "../../conversation/rules/turn";
import { askCustomer, type CustomerAnswer } from "../../conversation/simulator";
import { faultOf } from "../../outcome/rules/conversation";
import { chargingLostAnswers } from "../charge";
import { type CallRow, callInWorkspace, turnsOf } from "../loaders";
import { noAnswer } from "../rules/no-answer";
import { repetitionOf } from "../rules/repetition";
import { isExecutionOver } from "../rules/status";
import { settleExecution } from "../settle";
import { announce } from "../start/announce";
import { answerOf, type ChatInput, read, wire } from "./chat-messages";
import { customerOf } from "./customer";
import { loadExecution } from "./load-execution";
import { turnOf } from "./play";
import { type RunContext, runContextOf } from "./run-context";
import { endCall, markRepeated, writeTurn } from "./write-call";

/** A client's conversation ends when the client ends it, whatever the settings say. */
const MAX_CLIENT_TURNS = 500;
const ARRIVED_FIRST = "Another message for this call arrived first.";

export const sendChatMessage: Verb<typeof contracts.sendChatMessage> = async (context, input) => {
  const { db, caller, now } = context;
  const call = await callInWorkspace(db, caller, input.call_execution_id);
  const execution = await loadExecution(db, caller.organizationId, call.executionId);
  if (!execution) throw invalid("The test execution was deleted.");
  if (execution.pinned.agent.type !== "text") throw invalid("Only calls with text agents accept messages.");
  if (execution.driver !== "client")
    throw conflict("The server calls this agent itself, so a client cannot send its messages.");
  const messages = (input.messages ?? []).map(read);
  const turns: Turn[] = await turnsOf(db, call.id);
  const repetition = input.initiate_chat ? "none" : repetitionOf(call, turns, messages);
  if (repetition === "ended") return { ...answerOf(messages, turns), chat_ended: true };
  if (isExecutionOver(execution.status) || execution.status === "cancelling")
    throw invalid(`The test execution is ${execution.status}.`);
  const runContext = runContextOf(db, execution, null, null, {
    send: (request) => liveParts().send(request),
    now: () => now(),
    pause: (ms) => delay(ms),
  });
  if (input.initiate_chat) return initiate(context, runContext, call);
  if (repetition === "answered") {
    if (!(await markRepeated(db, call, turns.length))) throw conflict(ARRIVED_FIRST);
    // The process may have ended between the customer's goodbye and the call's end.
    if (turns.at(-1)?.ends) await finish(context, runContext, call, "customer_ended");
    return answerOf(messages, turns);
  }
  return goOn(context, runContext, call, turns, input);
};

async function initiate(context: Context, runContext: RunContext, call: CallRow) {
  const { db, now } = runContext;
  if (call.status === "pending" || call.status === "queued") {
    const isBegun = await changeCall(context, call, { status: "ongoing", startedAt: now() });
    if (!isBegun) throw conflict("Another request has already begun the call.");
  } else if (call.status !== "ongoing") throw invalid(`The call is ${call.status}.`);
  const turns = await turnsOf(db, call.id);
  // A repeated beginning, after a lost answer: the first message is the same.
  const [first] = turns;
  const opening = first ?? (await customerSpeaks(context, runContext, call, []));
  if (!opening) throw invalid("The simulated customer has nothing to say.");
  const message = wire(opening);
  return { message_history: [message], output_message: [message] };
}

/** Whether it is unchanged since it was read. */
const changeCall = (context: Context, call: CallRow, change: Partial<CallRow>): Promise<boolean> =>
  inTransaction(context, async ({ db, now }) => {
    const as = and(eq(callExecutions.id, call.id), eq(callExecutions.status, call.status));
    const changed = await db
      .update(callExecutions)
      .set(change)
      .where(and(as, isNull(callExecutions.deletedAt)))
      .returning({ id: callExecutions.id });
    await settleExecution(db, call.executionId, now());
    return changed.length > 0;
  });

async function goOn(context: Context, runContext: RunContext, call: CallRow, turns: Turn[], input: ChatInput) {
  const { execution } = runContext;
  if (call.status !== "ongoing") {
    if (call.status === "pending" || call.status === "queued") {
      const endedReason = "A message arrived before the call began.";
      await changeCall(context, call, { status: "failed", endedReason, endedAt: runContext.now() });
    }
    throw invalid(`The call is ${call.status}, not ongoing.`);
  }
  const newMessages = (input.messages ?? []).map(read);
  if (turns.at(-1)?.role === "assistant") {
    // A repeated request: the message is already stored, and only the customer's answer is missing.
    if (repetitionOf(call, turns, newMessages) !== "unanswered")
      throw conflict("The agent has already answered. Wait for the customer's next message.");
  } else {
    const { metrics } = input;
    const latency = metrics?.latency ?? metrics?.response_time ?? metrics?.duration ?? null;
    const answer: Answered = {
      ok: true,
      messages: newMessages,
      state: input.state ?? null,
      ends: false,
      latencyMs: latency,
      inputTokens: null,
      outputTokens: null,
      totalTokens: metrics?.tokens == null ? null : Math.round(metrics.tokens),
      unpriced: 0,
      costMicros: metrics?.cost == null ? null : Math.round(metrics.cost * 1e6),
      model: null,
      traceId: null,
    };
    turns.push(await written(runContext, call, turnOf(turns.length, "assistant", answer, false), answer));
  }
  const next = nextOf(turns, {
    inbound: runContext.inbound,
    maxTurns: Math.min(MAX_CLIENT_TURNS, execution.settings.max_turns),
  });
  const isOver = next.kind === "end";
  if (isOver) await finish(context, runContext, call, next.cause);
  const reply = isOver ? null : await customerSpeaks(context, runContext, call, turns);
  if (reply) turns.push(reply);
  return answerOf(newMessages, turns);
}

/**
 * The customer's stored message; null if the customer ended without one. Throws if the customer gives no answer; then
 * the call has failed.
 */
async function customerSpeaks(
  context: Context,
  runContext: RunContext,
  call: CallRow,
  turns: readonly Turn[],
): Promise<Turn | null> {
  const customer = customerOf(runContext.execution, call);
  const reply = await chargingLostAnswers(runContext, call.id, (ask) =>
    patient(runContext, () => askCustomer(customer, turns, ask)),
  );
  if (reply.kind === "end") {
    await finish(context, runContext, call, reply.isScript ? "script_ended" : "customer_ended");
    return null;
  }
  if (reply.kind === "failed") {
    const { side, kind, message, text } = reply.answer;
    const cause = side === "simulator" ? "simulator_fault" : "provider_fault";
    await finish(context, runContext, call, cause, [faultOf(side, kind, message, turns.length, text)]);
    throw noAnswer(reply.answer, customer.model);
  }
  const turn = await written(
    runContext,
    call,
    turnOf(turns.length, "user", reply.answer, reply.scripted),
    reply.answer,
  );
  if (turn.ends) await finish(context, runContext, call, "customer_ended");
  return turn;
}

/** Throws if another message was stored in its place. */
async function written(runContext: RunContext, call: CallRow, turn: Turn, answer: Answered): Promise<Turn> {
  if (!(await writeTurn(runContext, call, turn, answer))) throw conflict(ARRIVED_FIRST);
  return turn;
}

/** Waits as long as a provider asks, within the client's own patience. */
async function patient(runContext: RunContext, ask: () => Promise<CustomerAnswer>): Promise<CustomerAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await ask();
    if (reply.kind !== "failed" || !reply.answer.mayRetry || attempt === 3) return reply;
    await runContext.pause(Math.min(15_000, (reply.answer.retryAfterSeconds ?? 0.25 * 2 ** attempt) * 1000));
  }
}

async function finish(
  context: Context,
  runContext: RunContext,
  call: CallRow,
  cause: Parameters<typeof endCall>[2],
  faults: Parameters<typeof endCall>[3] = [],
): Promise<void> {
  await inTransaction(context, async (inner) => {
    const ended = await endCall({ db: inner.db, now: runContext.now }, call, cause, faults);
    if (ended !== "stopped") await announce(inner, runContext.execution, `ended-${call.id}`);
    await settleExecution(inner.db, call.executionId, runContext.now());
  });
}
