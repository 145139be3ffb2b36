// A call between its guardrails: the body for the provider, and the answer for the client.
import type { Reply } from "@/lib/exchange/exchange";
import { toGatewayFailure } from "../errors";
import { type CallWatch, unwatched } from "../record/watch-call";
import { type Guard, guardAnswer, guardRequest, setGuardHeaders, type World } from "./guard";
import { guardStream } from "./guard-stream";

/** Calls the provider with the body that guardrails produce; `wrap` follows the call instead of its own watch. */
type Answer<B> = (body: B, wrap: (watch: CallWatch) => CallWatch) => Promise<Reply>;

/** Success is reported only after guardrails pass the answer: a refused one has failed, although it was paid for. */
const heldOpen = (watch: CallWatch): CallWatch => ({
  ...watch,
  ended(failure) {
    if (failure) watch.ended(failure);
  },
});

/** The answer as guardrails let it pass. Throws `content_blocked`, with headers that name the guardrail. */
export async function guarded<B extends Record<string, unknown>>(
  guard: Guard,
  original: B,
  world: World,
  answer: Answer<B>,
): Promise<Reply> {
  const { body, notes: before, context } = await guardRequest(original, guard, world);
  if (guard.post.length === 0) {
    const reply = await answer(body, (watch) => watch);
    setGuardHeaders(reply.headers, before);
    return reply;
  }
  let watch = unwatched;
  const reply = await answer(body, (own) => {
    watch = own;
    return heldOpen(own);
  });
  const surroundings = { ...world, context };
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
