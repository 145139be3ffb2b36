// The guardrails before the provider and after it: they check, and may change, its body and its answer.
import type { Reply } from "@/lib/exchange/exchange";
import { recordIn } from "@/lib/records";
import type { Call, ModelCall, Next, Stage } from "../call";
import { toGatewayFailure } from "../errors";
import { type Guard, guardAnswer, guardRequest, type Note, setGuardHeaders, type World } from "../guardrails/guard";
import { guardStream } from "../guardrails/guard-stream";
import { followJudges } from "../guardrails/judges";
import { worldOf } from "../guardrails/world";
import type { CallWatch } from "../record/watch-call";

/** Throws `content_blocked`, with headers that name the guardrail. */
export const guardrails: Stage = async (call, next) => {
  const { request, parts, hold, log, model } = call;
  const { guard, caller, user } = model;
  if (!guard) return next(call);
  const follow = followJudges({ signal: request.signal, caller, user, hold, log }, parts);
  const world = worldOf(request, parts, caller, log.fired, follow);
  const { body, notes, context } = await guardRequest(guardedBody(model), guard, world);
  setBody(model, body);
  if (guard.post.length > 0) return guardReply(call, next, guard, { ...world, context }, notes);
  const reply = await next(call);
  setGuardHeaders(reply.headers, notes);
  return reply;
};

/** What goes to the provider. The chat for providers with another protocol is made from it. */
const guardedBody = ({ body, native }: ModelCall): ModelCall["body"] =>
  native ? { model: body.model, messages: [], stream: body.stream, native: native.body } : body;

function setBody(model: ModelCall, guarded: ModelCall["body"]): void {
  const { native } = model;
  if (!native) model.body = guarded;
  else if (guarded.native !== native.body) {
    model.native = { ...native, body: recordIn(guarded.native) };
    model.body = native.toChat(model.native.body);
  }
}

async function guardReply(
  call: Call,
  next: Next,
  guard: Guard,
  surroundings: World & Parameters<typeof guardAnswer>[2],
  before: Note[],
): Promise<Reply> {
  const { watch } = call.model;
  call.model.watch = openUntilChecked(watch);
  const reply = await next(call);
  try {
    if (typeof reply.body === "string") {
      const { text, notes } = await guardAnswer(reply.body, guard, surroundings);
      watch.ended(null);
      setGuardHeaders(reply.headers, [...before, ...notes]);
      return { ...reply, body: text };
    }
    if (reply.body === null || reply.body instanceof Uint8Array) return reply;
    const stream = { body: reply.body, guard, surroundings, ended: watch.ended };
    setGuardHeaders(reply.headers, before);
    return { ...reply, body: await guardStream(stream) };
  } catch (error) {
    watch.ended(toGatewayFailure(error));
    throw error;
  }
}

/** Success is reported only after guardrails pass the answer: a refused one has failed, although it was paid for. */
const openUntilChecked = (watch: CallWatch): CallWatch => ({
  ...watch,
  ended(failure) {
    if (failure) watch.ended(failure);
  },
});
