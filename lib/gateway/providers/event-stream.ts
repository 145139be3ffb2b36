// Server-sent events between a provider and a client. Events pass on unchanged as they arrive; a stream that breaks ends
// with an error event and without [DONE], because clients take a clean end for a whole answer.
import { MAX_EVENT_CHARACTERS } from "@/lib/bounds/limits";
import type { Pieces } from "@/lib/exchange/exchange";
import { errorEnvelope, GatewayFailure } from "../errors";
import type { CallWatch } from "../record/watch-call";
import type { Deadline } from "./deadline";
import { embeddedFailure } from "./provider-failure";

const BLANK_LINE = /\r\n\r\n|\n\n|\r\r/;
const DONE = "data: [DONE]\n\n";
const RELEASE_MS = 1000;

/** The whole events of each arriving piece, without their blank lines; pieces may split events and characters anywhere. */
export async function* readEvents(body: Pieces): AsyncGenerator<string[], void> {
  const pieces = body[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  let rest = "";
  // Of a long event only what a new piece may end it with is searched again.
  let end = "";
  try {
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
      const text = decoder.decode(piece.value, { stream: true });
      rest += text;
      if (rest.length > MAX_EVENT_CHARACTERS)
        throw new GatewayFailure("upstream_error", "The provider's event is too long.");
      end += text;
      if (!BLANK_LINE.test(end)) {
        end = end.slice(-3);
        continue;
      }
      const events = rest.split(BLANK_LINE);
      rest = events.pop() ?? "";
      end = rest.slice(-3);
      const whole = events.filter((event) => event.trim() !== "");
      if (whole.length > 0) yield whole;
    }
    rest += decoder.decode();
    if (rest.trim() !== "") yield [rest.trimEnd()];
  } finally {
    void release(pieces);
  }
}

/** Reads a provider's end, which follows [DONE] at once, so that its connection can be used again. */
async function release(pieces: AsyncIterator<Uint8Array>): Promise<void> {
  const giveUp = async () => pieces.return?.();
  const timer = setTimeout(giveUp, RELEASE_MS);
  await pieces.next().catch(() => undefined);
  clearTimeout(timer);
  await giveUp();
}

/** An event's data lines, joined; null for comments and other events without data. */
export function dataOf(event: string): string | null {
  const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  return lines.length === 0 ? null : lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
}

/** Which choices have begun and not finished; tells a stream that ended from one that was cut. */
class OpenChoices {
  #hasBegun = false;
  readonly #open = new Set<unknown>();

  follow(chunk: unknown): void {
    const choices = isRecord(chunk) && Array.isArray(chunk.choices) ? chunk.choices : [];
    for (const choice of choices.filter(isRecord)) {
      this.#hasBegun = true;
      if (choice.finish_reason) this.#open.delete(choice.index);
      else this.#open.add(choice.index);
    }
  }

  get areFinished(): boolean {
    return this.#hasBegun && this.#open.size === 0;
  }
}

/** The text to send for each piece. Throws a GatewayFailure where the provider reports an error or breaks off. */
async function* checked(
  pieces: AsyncIterable<string[]>,
  secrets: string[],
  watch: CallWatch,
): AsyncGenerator<string, void> {
  const choices = new OpenChoices();
  let hasData = false;
  for await (const events of pieces) {
    let text = "";
    for (const event of events) {
      const data = dataOf(event);
      if (data?.trim() === "[DONE]" && hasData) {
        watch.ended(null);
        yield text + DONE;
        return;
      }
      // Before the first chunk nothing is sent, so that a failure can still be told by its status.
      if (data === null && !hasData) continue;
      const chunk = data === null ? null : parseChunk(data);
      const failure = data === null ? null : failureIn(event, chunk, secrets);
      if (failure) {
        if (text) yield text;
        throw failure;
      }
      choices.follow(chunk);
      if (data !== null) watch.followed(chunk);
      hasData ||= data !== null;
      text += `${event}\n\n`;
    }
    if (text) yield text;
  }
  if (!hasData) throw new GatewayFailure("upstream_error", "The provider's stream is empty.");
  if (!choices.areFinished) {
    throw new GatewayFailure("upstream_error", "The provider's stream broke off before its end.");
  }
  watch.ended(null);
  yield DONE;
}

const notJson = Symbol("not JSON");

function parseChunk(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return notJson;
  }
}

function failureIn(event: string, chunk: unknown, secrets: string[]): GatewayFailure | null {
  if (isRecord(chunk) && chunk.error) return embeddedFailure(chunk.error, secrets);
  if (/^event: ?error\s*$/m.test(event)) return embeddedFailure(chunk === notJson ? dataOf(event) : chunk, secrets);
  return chunk === notJson ? new GatewayFailure("upstream_error", "The provider's stream cannot be read.") : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/**
 * The client's side of a provider's stream. Waits for the first chunk, and throws what goes wrong until then. The deadline
 * limits the wait for each piece, not the time that a slow client takes.
 */
export async function relayStream(
  body: Pieces,
  deadline: Deadline,
  secrets: string[],
  watch: CallWatch,
): Promise<AsyncIterable<string>> {
  const pieces = checked(readEvents(body), secrets, watch);
  let first: IteratorResult<string, void> | undefined = await pieces.next();
  deadline.pause();
  const nextPiece = async (): Promise<IteratorResult<string, void>> => {
    deadline.resume();
    const piece = first ?? (await pieces.next());
    first = undefined;
    deadline.pause();
    return piece;
  };
  let hasEnded = false;
  const end = (): IteratorResult<string, void> => {
    hasEnded = true;
    deadline.stop();
    return { done: true, value: undefined };
  };
  const relayed: AsyncIterator<string, void> = {
    async next() {
      if (hasEnded) return end();
      try {
        const piece = await nextPiece();
        return piece.done ? end() : piece;
      } catch (error) {
        const failure = streamFailure(error, deadline);
        watch.ended(failure);
        end();
        return { done: false, value: `data: ${JSON.stringify(errorEnvelope(failure))}\n\n` };
      }
    },
    // At once, also while a piece is waited for: the client has left.
    async return() {
      watch.left();
      deadline.abort();
      return end();
    },
  };
  return { [Symbol.asyncIterator]: () => relayed };
}

/** What ended the wait for a provider: the deadline, a failure that is already named, or the connection. */
export function streamFailure(error: unknown, deadline: Deadline): GatewayFailure {
  if (deadline.timedOut)
    return new GatewayFailure("timeout", "The provider took too long to answer.", { cause: error });
  if (error instanceof GatewayFailure) return error;
  return new GatewayFailure("upstream_error", "The provider could not be reached, or broke the connection.", {
    cause: error,
  });
}
