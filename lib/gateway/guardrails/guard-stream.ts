// The answer that comes as a stream. What a rule may still refuse or alter is held back: the last characters, as many as the
// longest thing that a rule can find, or everything where a rule has to see the whole answer.

import { isRecord, recordsIn } from "@/lib/records";
import { errorEnvelope, type GatewayFailure, toGatewayFailure } from "../errors";
import { dataOf } from "../providers/event-stream";
import type { Rule } from "./compile";
import type { Finding } from "./finding";
import {
  effectOf,
  firedBy,
  type Guard,
  type World as Guarding,
  later,
  refusalOf,
  underPolicy,
  withoutTokens,
} from "./guard";
import { nativeEventTexts } from "./native-texts";
import { settledUpTo } from "./normal-form/readings";
import { type TextLocation, textsIn, unsaid, withTexts } from "./passages";
import { type Outcome, runRule, type Surroundings } from "./run-rule";

const DONE = "data: [DONE]\n\n";
/** So many new characters are searched at once. */
const STEP = 128;
/** How much of an answer is kept for rules that check it as a whole. */
const MAX_CHARACTERS = 2_000_000;

type World = Surroundings & Guarding;

/** One text of the answer as it grows: a choice's content, a call's arguments. */
interface Channel {
  place: Omit<TextLocation, "text">;
  /** The kept part of its text, which begins at `base`. */
  text: string;
  base: number;
  /** Up to where it has been sent. */
  released: number;
  /** The position before which later text can change no finding. */
  settled: number;
  /** Nothing of it follows. */
  isWhole: boolean;
  edits: Edit[];
}

interface Edit extends Omit<Finding, "kind"> {
  replacement: string;
}

/** Where an event's piece of a channel lies. */
interface Segment {
  channel: Channel;
  path: TextLocation["path"];
  start: number;
  end: number;
}

interface BufferedEvent {
  event: string;
  chunk: Record<string, unknown> | null;
  pieces: Segment[];
}

const endOf = ({ base, text }: Channel): number => base + text.length;

export class HoldBack {
  readonly #channels = new Map<string, Channel>();
  readonly #buffered: BufferedEvent[] = [];
  #enforcing: readonly Rule[];
  #telling: readonly Rule[];
  #reach: number;
  readonly #world: World;
  readonly #guard: Guard;
  #unsearched = 0;
  #characters = 0;
  /** Whether a text has come to its end since the last search. */
  #hasClosed = false;
  #wholes = 0;

  constructor(guard: Guard, world: World) {
    this.#world = world;
    this.#guard = guard;
    const rules = guard.post.map((rule) => underPolicy(rule, guard.policy));
    const enforces = (rule: Rule): boolean => {
      const effect = effectOf({ rule, failed: false, fires: true, score: 1, reason: null, findings: [] }, guard.policy);
      return !rule.isAsync && (effect === "block" || effect === "alter");
    };
    this.#enforcing = rules.filter(enforces);
    this.#telling = rules.filter((rule) => !enforces(rule));
    this.#reach = Math.max(0, ...this.#enforcing.map(reachOf));
  }

  /** The text that may be sent after this event. Throws `content_blocked`. */
  async take(event: string): Promise<string> {
    const data = dataOf(event);
    // Comments keep a connection alive, and come in no order.
    if (data === null) return `${event}\n\n`;
    if (data.trim() === "[DONE]") return `${await this.#finish()}${event}\n\n`;
    const chunk = parse(data);
    // A failure: no decision was made about the text that is held back.
    if (chunk?.error) {
      this.#buffered.length = 0;
      return `${event}\n\n`;
    }
    this.#buffered.push({ event, chunk, pieces: chunk ? this.#piecesOf(chunk) : [] });
    if (this.#reach === Number.POSITIVE_INFINITY) return "";
    const isSearched = this.#enforcing.length === 0 || this.#unsearched >= STEP || this.#hasClosed;
    if (!isSearched) return this.#release(false);
    return this.#search(false);
  }

  #piecesOf(chunk: Record<string, unknown>): Segment[] {
    return [...this.#nativePieces(chunk), ...this.#choicePieces(chunk)];
  }

  #nativePieces(chunk: Record<string, unknown>): Segment[] {
    const { texts, closes } = nativeEventTexts(chunk);
    const pieces = texts.map(({ key, place }) => {
      this.#wholes += 1;
      const piece = this.#grow(key ?? `whole ${this.#wholes}`, place);
      if (key === null) this.#close(piece.channel);
      return piece;
    });
    for (const [key, channel] of this.#channels) if (closes !== null && key.startsWith(closes)) this.#close(channel);
    return pieces;
  }

  #close(channel: Channel): void {
    if (channel.isWhole) return;
    channel.isWhole = true;
    this.#hasClosed = true;
  }

  #choicePieces(chunk: Record<string, unknown>): Segment[] {
    return recordsIn(chunk.choices).flatMap((choice, at) => {
      const texts = [
        ...textsIn(choice.delta, "assistant", ["choices", at, "delta"], unsaid),
        ...textsIn(choice.text, "assistant", ["choices", at, "text"], unsaid),
      ];
      return texts.map((place) => this.#grow(channelOf(choice, place), place));
    });
  }

  #grow(key: string, { text, path, ...place }: TextLocation): Segment {
    const known = this.#channels.get(key);
    const channel = known ?? {
      place: { ...place, place: key, path },
      text: "",
      base: 0,
      released: 0,
      settled: 0,
      isWhole: false,
      edits: [],
    };
    if (!known) this.#channels.set(key, channel);
    const start = endOf(channel);
    channel.text += text;
    this.#unsearched += text.length;
    this.#characters += text.length;
    if (this.#characters > MAX_CHARACTERS) this.#lookAtParts();
    return { channel, path, start, end: start + text.length };
  }

  /** The answer is too long to be kept: rules that look at it whole have failed. */
  #lookAtParts(): void {
    const failed = this.#enforcing.filter((rule) => reachOf(rule) === Number.POSITIVE_INFINITY);
    const closed = failed.find(({ failOpen }) => !failOpen);
    if (closed) {
      const outcome = { ...unchecked, rule: closed };
      this.#world.fired(firedBy(outcome, "block"));
      throw refusalOf(outcome);
    }
    this.#telling = [];
    this.#enforcing = this.#enforcing.filter((rule) => !failed.includes(rule));
    this.#reach = Math.max(0, ...this.#enforcing.map(reachOf));
  }

  async #finish(): Promise<string> {
    const sent = await this.#search(true);
    for (const rule of this.#telling) {
      const texts = [...this.#channels.values()].map(({ place, text }) => ({ ...place, text }));
      later(rule, texts, this.#world);
    }
    return sent;
  }

  /** Searches the new text, and the earlier text that may belong to it. */
  async #search(isEnd: boolean): Promise<string> {
    this.#unsearched = 0;
    this.#hasClosed = false;
    const channels = [...this.#channels.values()];
    for (const channel of channels) {
      const isOver = isEnd || channel.isWhole;
      channel.settled = isOver ? endOf(channel) : channel.base + settledUpTo(channel.text, this.#reach);
    }
    for (const rule of this.#enforcing) {
      const isWhole = reachOf(rule) === Number.POSITIVE_INFINITY;
      const windows = channels.map((channel) => ({ channel, from: isWhole ? channel.base : this.#windowOf(channel) }));
      const texts = windows.map(({ channel, from }) => ({
        ...channel.place,
        text: channel.text.slice(from - channel.base),
      }));
      const outcome = await runRule(rule, texts, this.#world);
      const fresh = windows.map(({ channel, from }, index) =>
        (outcome.findings[index] ?? [])
          .map(({ kind, start, end }) => ({ kind, start: start + from, end: end + from }))
          // Earlier ones were decided of before; of later ones more text may make something else.
          .filter(({ start }) => start >= channel.released && (start < channel.settled || isEnd || channel.isWhole)),
      );
      const fires = outcome.fires && (outcome.failed || isWhole || fresh.some((found) => found.length > 0));
      if (!fires) continue;
      const effect = effectOf(outcome, this.#guard.policy);
      this.#world.fired(firedBy(outcome, effect));
      if (effect === "block") throw refusalOf(outcome);
      for (const [index, { channel }] of windows.entries()) await this.#edit(fresh[index] ?? [], channel, outcome);
    }
    return this.#release(isEnd);
  }

  /** From where a channel is searched: before what is to be decided of stands as much as decides where words begin. */
  #windowOf({ base, released }: Channel): number {
    return Math.max(base, released - this.#reach);
  }

  async #edit(found: readonly Finding[], channel: Channel, { rule }: Outcome): Promise<void> {
    for (const { kind, start, end } of found) {
      if (!rule.alter) return;
      // Findings that have grown or overlap become one.
      const others = channel.edits.filter((edit) => edit.start >= end || edit.end <= start);
      const same = channel.edits.filter((edit) => edit.start < end && edit.end > start);
      const [from, to] = [
        Math.min(start, ...same.map((edit) => edit.start)),
        Math.max(end, ...same.map((edit) => edit.end)),
      ];
      const match = channel.text.slice(from - channel.base, to - channel.base);
      channel.edits = [...others, { start: from, end: to, replacement: await rule.alter(match, kind) }];
    }
  }

  /** Sends events in their order, as far as nothing in them can belong to a finding to come. */
  #release(isEnd: boolean): string {
    const isSafe = ({ channel, end }: Segment): boolean => isEnd || end <= this.#safeEnd(channel);
    let sent = "";
    let next = this.#buffered[0];
    while (next?.pieces.every(isSafe)) {
      this.#buffered.shift();
      sent += this.#written(next);
      for (const { channel, end } of next.pieces) channel.released = end;
      next = this.#buffered[0];
    }
    if (this.#telling.length === 0 && Number.isFinite(this.#reach)) {
      for (const [key, channel] of this.#channels) {
        this.#forget(channel);
        if (channel.isWhole && channel.released === endOf(channel)) this.#channels.delete(key);
      }
    }
    return sent;
  }

  #safeEnd(channel: Channel): number {
    if (this.#enforcing.length === 0) return endOf(channel);
    if (channel.isWhole && !this.#hasClosed) return endOf(channel);
    const { settled } = channel;
    const across = channel.edits.find(({ start, end }) => start < settled && settled < end);
    return across ? across.start : settled;
  }

  #forget(channel: Channel): void {
    const from = this.#windowOf(channel);
    channel.text = channel.text.slice(from - channel.base);
    channel.base = from;
    channel.edits = channel.edits.filter(({ end }) => end > channel.released);
  }

  /** An event as it came, or with its changes. */
  #written({ event, chunk, pieces }: BufferedEvent): string {
    const changed = pieces.flatMap((piece) => {
      const edits = piece.channel.edits.filter(({ start, end }) => start < piece.end && end > piece.start);
      return edits.length > 0 ? [{ path: piece.path, text: edited(piece, edits) }] : [];
    });
    if (!chunk || changed.length === 0) return `${event}\n\n`;
    return `data: ${JSON.stringify(withoutTokens(withTexts(chunk, changed)))}\n\n`;
  }
}

const unchecked = { fires: true, score: 0, reason: "The answer is too long to be checked", findings: [], failed: true };

/** How much has to be seen for a rule to decide: all, where one finding is not enough or the texts go elsewhere. */
function reachOf({ check, threshold }: Rule): number {
  if (!("finders" in check)) return Number.POSITIVE_INFINITY;
  if (check.reach === Number.POSITIVE_INFINITY) return check.reach;
  const one = check.conclude([[{ kind: "one", start: 0, end: 1 }]], []);
  return one.score > threshold ? check.reach : Number.POSITIVE_INFINITY;
}

/** A piece's text with the edits that touch it: each is written where it begins. */
function edited({ channel, start, end }: Segment, edits: readonly Edit[]): string {
  let text = "";
  let at = start;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    if (edit.start >= start)
      text += channel.text.slice(at - channel.base, edit.start - channel.base) + edit.replacement;
    at = Math.max(at, edit.end);
  }
  return at < end ? text + channel.text.slice(at - channel.base, end - channel.base) : text;
}

/** Which text of the answer a piece belongs to: tools' calls go by their own numbers. */
function channelOf(choice: Record<string, unknown>, { path }: TextLocation): string {
  const steps = path.slice(2).map((step, at, all) => {
    if (typeof step !== "number" || all[at - 1] !== "tool_calls") return step;
    const call =
      isRecord(choice.delta) && Array.isArray(choice.delta.tool_calls) ? choice.delta.tool_calls[step] : null;
    return isRecord(call) && typeof call.index === "number" ? call.index : step;
  });
  return `choices[${String(choice.index ?? 0)}].${steps.join(".")}`;
}

function parse(data: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

interface Guarded {
  body: AsyncIterable<string | Uint8Array>;
  guard: Guard;
  surroundings: World;
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
    for (let piece = await chunks.next(); !piece.done; piece = await chunks.next()) {
      const text = typeof piece.value === "string" ? piece.value : new TextDecoder().decode(piece.value);
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
