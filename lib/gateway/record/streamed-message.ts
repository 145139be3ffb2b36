// A message put together from the deltas of its stream.
import { isRecord, recordsIn } from "@/lib/records";
import { sizeUpTo } from "./size-up-to";
import { StreamedCalls } from "./streamed-calls";

type Json = Record<string, unknown>;

/** What is kept of an answer; all its messages share it. */
export interface Kept {
  /** How many characters may still be kept. */
  room: number;
  /** The length of its texts. */
  characters: number;
  /** Something was overwritten or left out, so the kept answer is not the one that the client got. */
  isPartial: boolean;
}

/** How much of a streamed answer is kept. A longer one passes to the client whole, and is kept up to here. */
export const MAX_CHARACTERS = 1_000_000;

/** Texts that name something: a later one is the same once more. */
const names = new Set(["role", "id", "type", "name"]);
/** Objects that grow with each delta. */
const growing = new Set(["function", "function_call", "custom"]);

export class StreamedMessage {
  readonly message: Json = {};
  readonly #kept: Kept;
  readonly #toolCalls: Json[] = [];
  readonly #calls = new StreamedCalls<Json>(() => this.#beginCall());

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  append(delta: Json): void {
    for (const [name, value] of Object.entries(delta)) {
      if (name !== "tool_calls" || !Array.isArray(value)) this.#add(this.message, name, value);
      else for (const call of recordsIn(value)) this.#appendAll(this.#calls.of(call), call, true);
    }
  }

  #appendAll(into: Json, delta: Json, hasGrowing: boolean): void {
    for (const [name, value] of Object.entries(delta)) this.#add(into, name, value, hasGrowing);
  }

  #add(into: Json, name: string, value: unknown, hasGrowing = true): void {
    if (value === null || name === "index") return;
    const known = isNothing(into[name]) ? undefined : into[name];
    if (this.#kept.room <= 0) this.#kept.isPartial ||= !isNothing(value);
    else if (isNothing(value)) into[name] ??= value;
    else if (typeof value === "string") this.#addText(into, name, value, known);
    else if (Array.isArray(value) && (known === undefined || Array.isArray(known) || isContent(name, known)))
      into[name] = this.#joined(known, value);
    else if (isRecord(value) && hasGrowing && growing.has(name)) this.#appendAll(recordAt(into, name), value, false);
    else this.#put(into, name, value, known);
  }

  #addText(into: Json, name: string, text: string, known: unknown): void {
    if (name === "content" && Array.isArray(known)) {
      into[name] = this.#joined(known, [{ type: "text", text }]);
      return;
    }
    if (names.has(name) && known === text) return;
    const grows = typeof known === "string" && !names.has(name);
    this.#kept.isPartial ||= known !== undefined && !grows;
    this.#count(text);
    into[name] = grows ? known + text : text;
  }

  /** A list with more entries; a text that goes on is one entry with its beginning. */
  #joined(known: unknown, entries: readonly unknown[]): unknown[] {
    const list: unknown[] = Array.isArray(known) ? known : isNothing(known) ? [] : [{ type: "text", text: known }];
    for (const entry of entries) {
      const last = list.at(-1);
      if (isText(entry) && isText(last) && areOneText(last, entry)) {
        // The chunk that brought it stays as it is.
        list[list.length - 1] = { ...last, text: last.text + entry.text };
        this.#count(entry.text);
      } else if (this.#fits(entry)) {
        list.push(entry);
        if (isText(entry)) this.#kept.characters += entry.text.length;
      }
    }
    return list;
  }

  /** Everything else is kept as it came last. Providers repeat it in each chunk. */
  #put(into: Json, name: string, value: unknown, known: unknown): void {
    if (known !== undefined && isSame(known, value)) return;
    this.#kept.isPartial ||= known !== undefined;
    if (this.#fits(value)) into[name] = value;
  }

  #count({ length }: string): void {
    this.#kept.room -= length;
    this.#kept.characters += length;
  }

  #fits(value: unknown): boolean {
    const size = sizeUpTo(value, this.#kept.room);
    if (size === null) this.#kept.isPartial = true;
    else this.#kept.room -= size;
    return size !== null;
  }

  #beginCall(): Json {
    const call: Json = {};
    if (this.#kept.room <= 0) {
      this.#kept.isPartial = true;
      return call;
    }
    this.#kept.room -= 1;
    this.#toolCalls.push(call);
    this.message.tool_calls = this.#toolCalls;
    return call;
  }
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const isContent = (name: string, known: unknown): boolean => name === "content" && typeof known === "string";

/** Whether a value is the same as one that is kept, which was not too long or nested too deeply. */
const isSame = (known: unknown, value: unknown): boolean =>
  known === value || (sizeUpTo(value, MAX_CHARACTERS) !== null && JSON.stringify(known) === JSON.stringify(value));

type Text = Json & { text: string };
const isText = (entry: unknown): entry is Text => isRecord(entry) && typeof entry.text === "string";

/** Whether two texts differ in nothing else. */
function areOneText(one: Text, other: Text): boolean {
  const members = Object.keys(one);
  return (
    members.length === Object.keys(other).length &&
    members.every((name) => name === "text" || (Object.hasOwn(other, name) && one[name] === other[name]))
  );
}

function recordAt(into: Json, name: string): Json {
  const known = into[name];
  if (isRecord(known)) return known;
  const made: Json = {};
  into[name] = made;
  return made;
}
