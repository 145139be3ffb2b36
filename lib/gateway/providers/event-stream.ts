// A provider's stream: its events, checked and reported to the call's follower. They pass on unchanged.
import { MAX_EVENT_CHARACTERS } from "@/lib/bounds/limits";
import { logIgnored } from "@/lib/error-report";
import type { ResponseBody } from "@/lib/exchange/exchange";
import { isRecord } from "@/lib/records";
import { GatewayFailure } from "../errors";
import { reportedUsage } from "../record/reported-usage";
import type { CallWatch } from "../record/watch-call";
import { choicesIn, hasContent, isUsageAlone, nativeIn } from "./chunk";
import { dataOf, EventReader } from "./event-reader";
import { failureOf, withKnownReasons } from "./finish-reasons";
import { embeddedFailure } from "./provider-failure";

const DONE = "data: [DONE]\n\n";
const RELEASE_MS = 1000;

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
 * The text to send for each chunk that says something, pulled by `next`. That throws a GatewayFailure where the provider reports an
 * error or breaks off. `heard` is called for each piece that arrives. One pass without generators: in a stream each of their promises is made for every word.
 */
export function checkedEvents(
  body: ResponseBody,
  following: Following,
  heard: () => void,
): { next(): Promise<IteratorResult<string, void>> } {
  const chunks = body[Symbol.asyncIterator]();
  const reader = new EventReader();
  const check = new StreamCheck(following);
  const checked = async (): Promise<string> => {
    try {
      const chunk = await chunks.next();
      if (chunk.done) return check.end(reader.end());
      heard();
      return check.pass(reader.read(chunk.value));
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

/** Reads a provider's end, which follows [DONE] at once, so that its connection can be used again. */
async function release(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  const giveUp = async () => chunks.return?.();
  const timer = setTimeout(giveUp, RELEASE_MS);
  await chunks.next().catch(logIgnored("read the end of a provider's stream"));
  clearTimeout(timer);
  await giveUp();
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
    const choices = choicesIn(chunk);
    this.failure = failureIn(event, chunk, choices, secrets);
    if (this.failure) {
      this.isOver = true;
      // What of the answer was sent is paid.
      const usage = isRecord(chunk) ? reportedUsage(chunk) : null;
      if (this.#preamble.isOver && usage) this.#following.watch.followed({ usage });
      return "";
    }
    this.#choices.follow(choices);
    const native = isNative ? nativeIn(chunk) : null;
    if (native) {
      const text = this.#preamble.pass(chunk, `data: ${JSON.stringify({ native })}\n\n`);
      // Its client takes the last event for the end: the call is over before that is sent.
      return this.#choices.areFinished ? text + this.#done() : text;
    }
    const text = withKnownReasons(choices) ? `data: ${JSON.stringify(chunk)}` : event;
    return this.#preamble.pass(chunk, showsUsage || !isUsageAlone(chunk) ? `${text}\n\n` : "");
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
    if (!hasContent(chunk)) return "";
    this.isOver = true;
    for (const early of this.#buffered) this.#watch.followed(early.chunk);
    return this.#buffered.map((early) => early.text).join("");
  }
}

const emptyStream = () => new GatewayFailure("upstream_error", "The provider's stream is empty.");

/** Which choices have begun and not finished. Distinguishes a stream that ended from one that was cut. */
class OpenChoices {
  #hasBegun = false;
  readonly #open = new Set<unknown>();

  follow(choices: Choices): void {
    for (const choice of choices) {
      this.#hasBegun = true;
      if (choice.finish_reason) this.#open.delete(choice.index);
      else this.#open.add(choice.index);
    }
  }

  get areFinished(): boolean {
    return this.#hasBegun && this.#open.size === 0;
  }
}

const notJson = Symbol("not JSON");

function parseChunk(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return notJson;
  }
}

type Choices = Parameters<typeof failureOf>[0];

function failureIn(event: string, chunk: unknown, choices: Choices, secrets: string[]): GatewayFailure | null {
  const error = (isRecord(chunk) && chunk.error) || failureOf(choices);
  if (error) return embeddedFailure(error, secrets);
  if (/^event: ?error\s*$/m.test(event)) return embeddedFailure(chunk === notJson ? dataOf(event) : chunk, secrets);
  return chunk === notJson ? new GatewayFailure("upstream_error", "The provider's stream cannot be read.") : null;
}
