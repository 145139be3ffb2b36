// A streamed answer as the one completion that the cache keeps.
import { isRecord, recordsIn } from "@/lib/records";
import { indexOf, StreamedAnswer } from "../record/answer";
import { reportedUsage } from "../record/reported-usage";
import { sizeUpTo } from "../record/size-up-to";
import { type Completion, completionOf, type MembersByChoice } from "./replay";

/** Members of chunks that are put together otherwise, or that only fill a chunk up. */
const others = new Set(["id", "object", "created", "model", "choices", "usage", "error", "native", "obfuscation"]);
/** The same of choices. Some providers repeat the message so far. */
const othersOfChoices = new Set(["index", "delta", "message", "logprobs", "finish_reason"]);
/** Of a chunk, and of each choice. */
const MAX_MEMBERS = 32;
/** Of all members, in characters. A longer answer is not kept anyway. */
const MAX_SIZE = 64 * 1024;

export class StreamedCompletion {
  readonly #answer = new StreamedAnswer();
  /** As they came last: providers repeat them in each chunk, or send them with one. */
  readonly #members = new Map<string, unknown>();
  readonly #membersByChoice: MembersByChoice = new Map();
  #room = MAX_SIZE;
  #usage: unknown;
  #isPartial = false;

  follow(chunk: unknown): void {
    this.#answer.follow(chunk);
    if (!isRecord(chunk)) return;
    this.#usage = reportedUsage(chunk) ?? this.#usage;
    for (const name in chunk) if (!others.has(name)) this.#keep(this.#members, name, chunk[name]);
    for (const choice of recordsIn(chunk.choices))
      for (const name in choice)
        if (!othersOfChoices.has(name)) this.#keep(this.#membersOf(choice), name, choice[name]);
  }

  /** The completion, made at `created` Unix seconds; null if it would not be what the client got. */
  read(created: number): Completion | null {
    if (this.#isPartial || this.#answer.isPartial) return null;
    const completion = completionOf(this.#answer.read(), this.#usage, created, this.#membersByChoice);
    return { ...Object.fromEntries(this.#members), ...completion };
  }

  #membersOf({ index }: Record<string, unknown>): Map<string, unknown> {
    const known = this.#membersByChoice.get(indexOf(index));
    if (known) return known;
    const members = new Map<string, unknown>();
    this.#membersByChoice.set(indexOf(index), members);
    return members;
  }

  #keep(members: Map<string, unknown>, name: string, value: unknown): void {
    const known = members.get(name);
    if (value === known || (known !== undefined && isEmpty(value))) return;
    const room = this.#room + (known === undefined ? 0 : (sizeUpTo(known, MAX_SIZE) ?? 0));
    const size = members.has(name) || members.size < MAX_MEMBERS ? sizeUpTo(value, room) : null;
    if (size === null) {
      this.#isPartial = true;
      return;
    }
    members.set(name, value);
    this.#room = room - size;
  }
}

/** Says nothing new: a filter's results come with texts, and are empty where there is none. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
