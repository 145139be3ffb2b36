// A provider's stream on its way to the client. One that breaks ends with an error event and without [DONE], because
// clients take a clean end for a whole answer.
import type { ResponseBody } from "@/lib/exchange/exchange";
import { errorEnvelope, GatewayFailure } from "../errors";
import type { Deadline } from "./deadline";
import { checkedEvents, type Following } from "./event-stream";

/** Sent to proxies on the way while a provider is silent; clients ignore comments. */
const KEEP_ALIVE = ": keep-alive\n\n";
export const KEEP_ALIVE_MS = 15_000;

type StreamEvent = IteratorResult<string, void>;

/**
 * The client's side of a provider's stream. Waits until the provider says something, and throws what goes wrong until then.
 * The deadline limits the wait for the first chunk and for each after it, not the time that a slow client takes. What comes before
 * the first content, such as a comment, shows that the provider is at work.
 */
export async function relayStream(
  body: ResponseBody,
  deadline: Deadline,
  following: Following,
): Promise<AsyncIterable<string>> {
  const { watch } = following;
  const events = checkedEvents(body, following, deadline.heard);
  let coming: Promise<StreamEvent> | undefined = Promise.resolve(await events.next());
  deadline.pause();
  const silence = silenceBreaker();
  const nextChunk = async (): Promise<StreamEvent> => {
    // The chunk that a comment preceded is still to come, and its deadline runs on.
    if (!coming) {
      deadline.resume();
      coming = events.next();
    }
    const chunk = await silence.orBreak(coming);
    if (chunk === null) return { done: false, value: KEEP_ALIVE };
    coming = undefined;
    deadline.pause();
    return chunk;
  };
  let hasEnded = false;
  const end = (): StreamEvent => {
    hasEnded = true;
    silence.stop();
    deadline.stop();
    return { done: true, value: undefined };
  };
  const relayed: AsyncIterator<string, void> = {
    async next() {
      if (hasEnded) return end();
      try {
        const chunk = await nextChunk();
        return chunk.done ? end() : chunk;
      } catch (error) {
        const failure = streamFailure(error, deadline);
        watch.ended(failure);
        end();
        return { done: false, value: `data: ${JSON.stringify(errorEnvelope(failure))}\n\n` };
      }
    },
    // At once, also while a chunk is waited for: the client has left.
    async return() {
      watch.left();
      deadline.abort();
      return end();
    },
  };
  return { [Symbol.asyncIterator]: () => relayed };
}

/** One timer for a whole stream: a wait that lasts through one of its ticks is answered by null at the next. */
function silenceBreaker() {
  let waiting: { isLong: boolean; answer(none: null): void } | undefined;
  const timer = setInterval(() => {
    if (waiting?.isLong) waiting.answer(null);
    else if (waiting) waiting.isLong = true;
  }, KEEP_ALIVE_MS / 2);
  return {
    orBreak: (coming: Promise<StreamEvent>): Promise<StreamEvent | null> =>
      new Promise((resolve, reject) => {
        waiting = { isLong: false, answer: resolve };
        coming.then(resolve, reject);
      }),
    stop: () => clearInterval(timer),
  };
}

/** The failure that ended the wait for a provider: the deadline, a named failure, or the connection. */
export function streamFailure(error: unknown, deadline: Deadline): GatewayFailure {
  if (deadline.timedOut())
    return new GatewayFailure("timeout", "The provider took too long to answer.", { cause: error });
  if (error instanceof GatewayFailure) return error;
  return new GatewayFailure("upstream_error", "The provider could not be reached, or broke the connection.", {
    cause: error,
  });
}
