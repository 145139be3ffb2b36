// A streamed answer behind its guardrails.
import { errorEnvelope, type GatewayFailure, toGatewayFailure } from "../errors";
import type { Guard, World } from "./guard";
import { HoldBack } from "./hold-back";
import type { Surroundings } from "./run-rule";

const DONE = "data: [DONE]\n\n";

interface Guarded {
  body: AsyncIterable<string | Uint8Array>;
  guard: Guard;
  surroundings: Surroundings & World;
  /** The stream is over: with a refusal, or null. */
  ended(failure: GatewayFailure | null): void;
}

/** The stream for the client. Waits for the first thing to send, and throws any refusal until then. */
export async function guardStream({ body, guard, surroundings, ended }: Guarded): Promise<AsyncIterable<string>> {
  const chunks = body[Symbol.asyncIterator]();
  const holdBack = new HoldBack(guard, surroundings);
  let isOver = false;
  const end = async (failure: GatewayFailure | null): Promise<void> => {
    isOver = true;
    ended(failure);
    await chunks.return?.();
  };
  /** The next thing to send; null at the end. */
  const next = async (): Promise<string | null> => {
    for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) {
      const text = typeof chunk.value === "string" ? chunk.value : new TextDecoder().decode(chunk.value);
      let sent = "";
      for (const event of text.split("\n\n")) if (event !== "") sent += await holdBack.take(event);
      if (sent !== "") return sent;
    }
    return null;
  };
  /** The same, with the refusal; both once. */
  const guarded = async (): Promise<string | null> => {
    try {
      const sent = await next();
      if (sent === null || sent.endsWith(DONE)) await end(null);
      return sent;
    } catch (error) {
      const failure = toGatewayFailure(error);
      await end(failure);
      throw failure;
    }
  };
  let first: string | null | undefined = await guarded();
  const done: IteratorReturnResult<undefined> = { done: true, value: undefined };
  const relayed: AsyncIterator<string, undefined> = {
    async next() {
      try {
        const sent = first ?? (isOver ? null : await guarded());
        first = undefined;
        return sent === null ? done : { done: false, value: sent };
      } catch (error) {
        return { done: false, value: `data: ${JSON.stringify(errorEnvelope(toGatewayFailure(error)))}\n\n` };
      }
    },
    async return() {
      isOver = true;
      await chunks.return?.();
      return done;
    },
  };
  return { [Symbol.asyncIterator]: () => relayed };
}
