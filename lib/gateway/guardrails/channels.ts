// The texts of a streamed answer as they grow: each choice's content, each call's arguments.
import { isRecord, recordsIn } from "@/lib/records";
import type { Finding } from "./finding";
import { nativeEventTexts } from "./native-texts";
import { type TextLocation, textsIn, unsaid } from "./passages";

export interface Channel {
  location: Omit<TextLocation, "text">;
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

export interface Edit extends Omit<Finding, "kind"> {
  replacement: string;
}

/** Where an event's part of a channel lies. */
export interface Segment {
  channel: Channel;
  path: TextLocation["path"];
  start: number;
  end: number;
}

type Json = Record<string, unknown>;

export const endOf = ({ base, text }: Channel): number => base + text.length;

export class Channels {
  readonly #byKey = new Map<string, Channel>();
  #wholes = 0;
  /** How many characters have been added, and how many of them since the last search. */
  characters = 0;
  unsearched = 0;
  /** Whether a text has come to its end since the last search. */
  hasClosed = false;

  all(): Channel[] {
    return [...this.#byKey.values()];
  }

  /** All of it is searched now. */
  searched(): void {
    this.unsearched = 0;
    this.hasClosed = false;
  }

  /** Adds an event's texts. */
  add(chunk: Json): Segment[] {
    return [...this.#addNative(chunk), ...this.#addChoices(chunk)];
  }

  /** Drops what has been sent, except the text before it that decides about later text: as many characters as `reach`. */
  forget(reach: number): void {
    for (const [key, channel] of this.#byKey) {
      const from = windowOf(channel, reach);
      channel.text = channel.text.slice(from - channel.base);
      channel.base = from;
      channel.edits = channel.edits.filter(({ end }) => end > channel.released);
      if (channel.isWhole && channel.released === endOf(channel)) this.#byKey.delete(key);
    }
  }

  #addNative(chunk: Json): Segment[] {
    const { texts, closes } = nativeEventTexts(chunk);
    const segments = texts.map(({ key, location }) => {
      this.#wholes += 1;
      const segment = this.#grow(key ?? `whole ${this.#wholes}`, location);
      if (key === null) this.#close(segment.channel);
      return segment;
    });
    for (const [key, channel] of this.#byKey) if (closes !== null && key.startsWith(closes)) this.#close(channel);
    return segments;
  }

  #addChoices(chunk: Json): Segment[] {
    return recordsIn(chunk.choices).flatMap((choice, at) => {
      const texts = [
        ...textsIn(choice.delta, "assistant", ["choices", at, "delta"], unsaid),
        ...textsIn(choice.text, "assistant", ["choices", at, "text"], unsaid),
      ];
      return texts.map((location) => this.#grow(keyOf(choice, location), location));
    });
  }

  #grow(key: string, { text, path, ...rest }: TextLocation): Segment {
    const known = this.#byKey.get(key);
    const channel = known ?? {
      location: { ...rest, location: key, path },
      text: "",
      base: 0,
      released: 0,
      settled: 0,
      isWhole: false,
      edits: [],
    };
    if (!known) this.#byKey.set(key, channel);
    const start = endOf(channel);
    channel.text += text;
    this.unsearched += text.length;
    this.characters += text.length;
    return { channel, path, start, end: start + text.length };
  }

  #close(channel: Channel): void {
    if (channel.isWhole) return;
    channel.isWhole = true;
    this.hasClosed = true;
  }
}

/** From where a channel is searched: some text before the new one decides where words begin. */
export const windowOf = ({ base, released }: Channel, reach: number): number => Math.max(base, released - reach);

/** A segment's text with the edits that touch it: each is written where it begins. */
export function edited({ channel, start, end }: Segment, edits: readonly Edit[]): string {
  let text = "";
  let at = start;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    if (edit.start >= start)
      text += channel.text.slice(at - channel.base, edit.start - channel.base) + edit.replacement;
    at = Math.max(at, edit.end);
  }
  return at < end ? text + channel.text.slice(at - channel.base, end - channel.base) : text;
}

/** Which text of the answer a choice's part belongs to: tools' calls go by their own numbers, texts of a content together. */
function keyOf(choice: Json, { path }: TextLocation): string {
  const [, , , member, part, name] = path;
  const isText = member === "content" && typeof part === "number" && name === "text" && path.length === 6;
  const steps = path.slice(2, isText ? 4 : undefined).map((step, at, all) => {
    if (typeof step !== "number" || all[at - 1] !== "tool_calls") return step;
    const call =
      isRecord(choice.delta) && Array.isArray(choice.delta.tool_calls) ? choice.delta.tool_calls[step] : null;
    return isRecord(call) && typeof call.index === "number" ? call.index : step;
  });
  return `choices[${String(choice.index ?? 0)}].${steps.join(".")}`;
}
