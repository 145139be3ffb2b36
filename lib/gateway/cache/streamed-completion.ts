// A streamed answer as the one completion that the cache keeps.
import { isRecord } from "@/lib/records";
import { StreamedAnswer } from "../record/answer";
import { sizeUpTo } from "../record/size-up-to";
import { type Completion, completionOf } from "./replay";

/** Members of chunks that are put together otherwise, or that only fill a chunk up. */
const others = new Set(["id", "object", "created", "model", "choices", "usage", "error", "native", "obfuscation"]);
const MAX_MEMBERS = 32;
/** Of one member, in characters. A longer answer is not kept anyway. */
const MAX_SIZE = 64 * 1024;

export class StreamedCompletion {
  readonly #answer = new StreamedAnswer();
  /** As they came last: providers repeat them in each chunk, or send them with one. */
  readonly #members = new Map<string, unknown>();
  #usage: unknown;
  #isPartial = false;

  follow(chunk: unknown): void {
    this.#answer.follow(chunk);
    if (!isRecord(chunk)) return;
    this.#usage = chunk.usage ?? this.#usage;
    for (const name in chunk) if (!others.has(name)) this.#keep(name, chunk[name]);
  }

  /** The completion, made at `created` Unix seconds; null if it would not be what the client got. */
  read(created: number): Completion | null {
    if (this.#isPartial || this.#answer.isPartial) return null;
    return { ...Object.fromEntries(this.#members), ...completionOf(this.#answer.read(), this.#usage, created) };
  }

  #keep(name: string, value: unknown): void {
    const known = this.#members.get(name);
    if (value === known || (value === null && known !== undefined)) return;
    const isKept = this.#members.has(name) || this.#members.size < MAX_MEMBERS;
    if (isKept && sizeUpTo(value, MAX_SIZE) !== null) this.#members.set(name, value);
    else this.#isPartial = true;
  }
}
