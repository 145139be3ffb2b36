// A provider's stream: its events, checked and reported to the call's follower. They pass on unchanged.
import { MAX_EVENT_CHARACTERS } from "@/lib/bounds/limits";
import { logIgnored } from "@/lib/error-report";
import { ArrivingPieces } from "@/lib/exchange/arriving-text";
import type { ResponseBody } from "@/lib/exchange/exchange";
import { isRecord, recordsIn } from "@/lib/records";
import { GatewayFailure } from "../errors";
import type { CallWatch } from "../record/watch-call";
import { isOpening } from "./native/answers";
import { embeddedFailure } from "./provider-failure";

const LINE_END = /[\r\n]/;
const BLANK_LINE = /\r\n\r\n|\n\n|\r\r/;
const DONE = "data: [DONE]\n\n";
const RELEASE_MS = 1000;

/** Pieces may split events and characters anywhere. */
export class EventReader {
  readonly #text = new ArrivingPieces();
  #rest = "";
  // In a long event, only the part that a new piece can complete is searched again.
  #end = "";

  /** The events that end with this piece, without their blank lines. */
  read(piece: Uint8Array): string[] {
    const text = this.#text.take(piece);
    this.#rest += text;
    if (this.#rest.length > MAX_EVENT_CHARACTERS)
      throw new GatewayFailure("upstream_error", "The provider's event is too long.");
    this.#end += text;
    if (!BLANK_LINE.test(this.#end)) {
      this.#end = this.#end.slice(-3);
      return [];
    }
    const events = this.#rest.split(BLANK_LINE);
    this.#rest = events.pop() ?? "";
    this.#end = this.#rest.slice(-3);
    return events;
  }

  /** The remaining text when nothing follows any more. */
  end(): string[] {
    return [(this.#rest + this.#text.end()).trimEnd()];
  }
}

/** Reads a provider's end, which follows [DONE] at once, so that its connection can be used again. */
async function release(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  const giveUp = async () => chunks.return?.();
  const timer = setTimeout(giveUp, RELEASE_MS);
  await chunks.next().catch(logIgnored("read the end of a provider's stream"));
  clearTimeout(timer);
  await giveUp();
}

/** An event's data lines, joined; null for comments and other events without data. */
export function dataOf(event: string): string | null {
  if (event.startsWith("data: ") && !LINE_END.test(event)) return event.slice(6);
  const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  return lines.length === 0 ? null : lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
}

/** An event of the provider's own protocol that the chunk represents. */
const nativeIn = (chunk: unknown): Record<string, unknown> | null =>
  isRecord(chunk) && isRecord(chunk.native) ? chunk.native : null;

const choicesIn = (chunk: unknown): Record<string, unknown>[] => (isRecord(chunk) ? recordsIn(chunk.choices) : []);

/** Which choices have begun and not finished. Distinguishes a stream that ended from one that was cut. */
class OpenChoices {
  #hasBegun = false;
  readonly #open = new Set<unknown>();

  follow(chunk: unknown): void {
    for (const choice of choicesIn(chunk)) {
      this.#hasBegun = true;
      if (choice.finish_reason) this.#open.delete(choice.index);
      else this.#open.add(choice.index);
    }
  }

  get areFinished(): boolean {
    return this.#hasBegun && this.#open.size === 0;
  }
}

/** Which part of a stream is sent, and who follows it. */
export interface Following {
  /** Secrets of the provider that no message may show. */
  secrets: string[];
  watch: CallWatch;
  /** Whether the client has asked for the chunk that reports the tokens used. */
  showsUsage: boolean;
  /** Whether its chunks represent events of the provider's own protocol, which are sent instead. */
  isNative: boolean;
}

/**
 * The text to send for each piece that says something, pulled by `next`. That throws a GatewayFailure where the provider reports an
 * error or breaks off. One pass without generators: in a stream each of their promises is made for every word.
 */
export function checkedEvents(
  body: ResponseBody,
  following: Following,
): { next(): Promise<IteratorResult<string, void>> } {
  const chunks = body[Symbol.asyncIterator]();
  const reader = new EventReader();
  const check = new StreamCheck(following);
  const checked = async (): Promise<string> => {
    try {
      const piece = await chunks.next();
      return piece.done ? check.end(reader.end()) : check.pass(reader.read(piece.value));
    } catch (error) {
      check.isOver = true;
      throw error;
    } finally {
      if (check.isOver) void release(chunks);
    }
  };
  return {
    async next() {
      while (!check.isOver) {
        const text = await checked();
        if (text) return { done: false, value: text };
      }
      if (check.failure) throw check.failure;
      return { done: true, value: undefined };
    },
  };
}

/** Decides which events of a stream may pass, and whether the stream has ended. */
class StreamCheck {
  readonly #following: Following;
  readonly #choices = new OpenChoices();
  readonly #preamble: Preamble;
  isOver = false;
  /** Reported by the provider behind the text that passed last. */
  failure: GatewayFailure | null = null;

  constructor(following: Following) {
    this.#following = following;
    this.#preamble = new Preamble(following.watch);
  }

  /** The text to send of these events. */
  pass(events: readonly string[]): string {
    let text = "";
    for (const event of events) {
      if (this.isOver) break;
      if (event.trim() !== "") text += this.#passOne(event);
    }
    return text;
  }

  /** The same of the last ones. Throws where the stream was cut. */
  end(events: readonly string[]): string {
    const text = this.pass(events);
    if (this.isOver) return text;
    if (!this.#preamble.isOver) throw emptyStream();
    if (this.#choices.areFinished) return text + this.#done();
    this.isOver = true;
    this.failure = new GatewayFailure("upstream_error", "The provider's stream broke off before its end.");
    return text;
  }

  #passOne(event: string): string {
    const { showsUsage, secrets, isNative } = this.#following;
    const data = dataOf(event);
    if (data === null) return this.#preamble.isOver ? `${event}\n\n` : "";
    if (data.trim() === "[DONE]") {
      if (!this.#preamble.isOver) throw emptyStream();
      return this.#done();
    }
    const chunk = parseChunk(data);
    this.failure = failureIn(event, chunk, secrets);
    if (this.failure) {
      this.isOver = true;
      return "";
    }
    this.#choices.follow(chunk);
    const native = isNative ? nativeIn(chunk) : null;
    if (native) {
      const text = this.#preamble.pass(chunk, `data: ${JSON.stringify({ native })}\n\n`);
      // Its client takes the last event for the end: the call is over before that is sent.
      return this.#choices.areFinished ? text + this.#done() : text;
    }
    return this.#preamble.pass(chunk, showsUsage || !isUsageAlone(chunk) ? `${event}\n\n` : "");
  }

  #done(): string {
    this.isOver = true;
    this.#following.watch.ended(null);
    return DONE;
  }
}

/** Holds back everything before the first content. Until then a failure has a status, and another provider can answer. */
class Preamble {
  readonly #watch: CallWatch;
  readonly #buffered: { chunk: unknown; text: string }[] = [];
  #characters = 0;
  isOver = false;

  constructor(watch: CallWatch) {
    this.#watch = watch;
  }

  /** What to send after this chunk, whose own text is passed in. */
  pass(chunk: unknown, text: string): string {
    if (this.isOver) {
      this.#watch.followed(chunk);
      return text;
    }
    this.#buffered.push({ chunk, text });
    this.#characters += text.length;
    if (this.#characters > MAX_EVENT_CHARACTERS) throw emptyStream();
    if (!saysSomething(chunk)) return "";
    this.isOver = true;
    for (const early of this.#buffered) this.#watch.followed(early.chunk);
    return this.#buffered.map((early) => early.text).join("");
  }
}

const emptyStream = () => new GatewayFailure("upstream_error", "The provider's stream is empty.");

/** Whether a chunk carries part of an answer, not only the role or a provider's findings about the prompt. */
const saysSomething = (chunk: unknown): boolean => {
  const native = nativeIn(chunk);
  return native ? !isOpening(native) : saysOfChoices(chunk);
};

const saysOfChoices = (chunk: unknown): boolean =>
  choicesIn(chunk).some(
    ({ finish_reason: reason, text, delta }) =>
      Boolean(reason || text) ||
      (isRecord(delta) && Object.entries(delta).some(([name, value]) => name !== "role" && !isEmpty(value))),
  );

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** The chunk without choices that `include_usage` requests. */
const isUsageAlone = (chunk: unknown): boolean =>
  isRecord(chunk) && isRecord(chunk.usage) && Array.isArray(chunk.choices) && chunk.choices.length === 0;

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
