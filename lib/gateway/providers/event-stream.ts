// What a provider streams: its events, checked, and told to whoever follows the call. They pass on unchanged.
import { MAX_EVENT_CHARACTERS } from "@/lib/bounds/limits";
import type { Pieces } from "@/lib/exchange/exchange";
import { GatewayFailure } from "../errors";
import type { CallWatch } from "../record/watch-call";
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

const choicesIn = (chunk: unknown): Record<string, unknown>[] =>
  isRecord(chunk) && Array.isArray(chunk.choices) ? chunk.choices.filter(isRecord) : [];

/** Which choices have begun and not finished; tells a stream that ended from one that was cut. */
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

/** What of a stream is sent, and to whom it is told. */
export interface Following {
  /** What no message may show of the provider. */
  secrets: string[];
  watch: CallWatch;
  /** Whether the client has asked for the chunk that tells the tokens used. */
  showsUsage: boolean;
}

/** The text to send for each piece. Throws a GatewayFailure where the provider reports an error or breaks off. */
export async function* checkedEvents(
  pieces: AsyncIterable<string[]>,
  { secrets, watch, showsUsage }: Following,
): AsyncGenerator<string, void> {
  const choices = new OpenChoices();
  const preamble = new Preamble(watch);
  for await (const events of pieces) {
    let text = "";
    for (const event of events) {
      const data = dataOf(event);
      if (data === null) {
        if (preamble.isOver) text += `${event}\n\n`;
        continue;
      }
      if (data.trim() === "[DONE]") {
        if (!preamble.isOver) throw emptyStream();
        watch.ended(null);
        yield text + DONE;
        return;
      }
      const chunk = parseChunk(data);
      const failure = failureIn(event, chunk, secrets);
      if (failure) {
        if (text) yield text;
        throw failure;
      }
      choices.follow(chunk);
      text += preamble.pass(chunk, showsUsage || !isUsageAlone(chunk) ? `${event}\n\n` : "");
    }
    if (text) yield text;
  }
  if (!preamble.isOver) throw emptyStream();
  if (!choices.areFinished) {
    throw new GatewayFailure("upstream_error", "The provider's stream broke off before its end.");
  }
  watch.ended(null);
  yield DONE;
}

/** Keeps back what comes before anything is said: until then a failure has a status, and another provider can answer. */
class Preamble {
  readonly #watch: CallWatch;
  readonly #held: { chunk: unknown; text: string }[] = [];
  #characters = 0;
  isOver = false;

  constructor(watch: CallWatch) {
    this.#watch = watch;
  }

  /** What is to be sent now that this chunk has come, whose own text it is given. */
  pass(chunk: unknown, text: string): string {
    if (this.isOver) {
      this.#watch.followed(chunk);
      return text;
    }
    this.#held.push({ chunk, text });
    this.#characters += text.length;
    if (this.#characters > MAX_EVENT_CHARACTERS) throw emptyStream();
    if (!saysSomething(chunk)) return "";
    this.isOver = true;
    for (const early of this.#held) this.#watch.followed(early.chunk);
    return this.#held.map((early) => early.text).join("");
  }
}

const emptyStream = () => new GatewayFailure("upstream_error", "The provider's stream is empty.");

/** Whether a chunk carries anything of an answer: not only the role, nor what a provider found of the prompt. */
const saysSomething = (chunk: unknown): boolean =>
  choicesIn(chunk).some(
    ({ finish_reason: reason, text, delta }) =>
      Boolean(reason || text) ||
      (isRecord(delta) && Object.entries(delta).some(([name, value]) => name !== "role" && !isEmpty(value))),
  );

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** The chunk of no choice that `include_usage` asks for. */
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
