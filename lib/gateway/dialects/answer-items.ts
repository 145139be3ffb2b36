// The thoughts, texts and tool calls of a stream in the order in which they begin. Protocols whose items follow one another cannot go back to
// one that has ended, so what comes for a later item waits until the one before it is complete.
import { GatewayFailure } from "../errors";
import { StreamedCalls } from "../record/streamed-calls";
import type { Json } from "./dialect";
import { assertReadable, callIdOf, callOf } from "./tool-calls";
import { WholeJson } from "./whole-json";

/** How much may wait. */
const MAX_CHARACTERS = 1_000_000;

export interface AnswerItem {
  readonly kind: "reasoning" | "text" | "refusal" | "call";
  /** Of a call. */
  id: string;
  name: string;
}

/** Writes the items of a protocol. Only the one that has started last grows. */
export interface ItemWriter {
  start(item: AnswerItem): string;
  grow(text: string, logprobs: Json[]): string;
  close(): string;
}

interface FollowedItem extends AnswerItem {
  /** What has come and still waits. */
  text: string;
  readonly logprobs: Json[];
  readonly arguments: WholeJson;
  /** All of a call's arguments, up to a limit. */
  json: string;
}

export class AnswerItems {
  readonly #writer: ItemWriter;
  readonly #calls = new StreamedCalls<FollowedItem>(() => this.#wait("call"));
  readonly #waiting: FollowedItem[] = [];
  #open: FollowedItem | null = null;
  #isCut = false;
  hasCalls = false;

  constructor(writer: ItemWriter) {
    this.#writer = writer;
  }

  text(kind: Exclude<AnswerItem["kind"], "call">, text: string, logprobs: Json[] = []): string {
    if (text === "") return "";
    const last = this.#open?.kind === kind ? this.#open : this.#waiting.at(-1);
    return this.#add(last?.kind === kind ? last : this.#wait(kind), text, logprobs) + this.#advance();
  }

  call(delta: Json): string {
    const { id, name, arguments: json } = callOf(delta);
    if (id === "" && name === "" && json === "") return "";
    const item = this.#calls.of(delta);
    item.id ||= id;
    item.name ||= name;
    const grown = this.#add(item, json, []);
    item.arguments.add(json);
    if (item.json.length <= MAX_CHARACTERS) item.json += json;
    return grown + this.#advance();
  }

  /** The provider has finished, or was cut: nothing waits any more. */
  finish(isCut = this.#isCut): string {
    this.#isCut = isCut;
    const rest = this.#waiting.splice(0);
    return rest.map((item) => this.#start(item)).join("");
  }

  /** Nothing follows. */
  end(): string {
    return this.finish() + this.#close();
  }

  #wait(kind: AnswerItem["kind"]): FollowedItem {
    const item: FollowedItem = { kind, id: "", name: "", text: "", logprobs: [], arguments: new WholeJson(), json: "" };
    this.#waiting.push(item);
    return item;
  }

  #add(item: FollowedItem, text: string, logprobs: Json[]): string {
    if (text === "") return "";
    if (item === this.#open) return this.#writer.grow(text, logprobs);
    if (this.#waiting.includes(item)) {
      item.text += text;
      item.logprobs.push(...logprobs);
    } else if (!item.arguments.isWhole)
      throw new GatewayFailure("upstream_error", "The provider adds arguments to a tool call that has ended.");
    return "";
  }

  #advance(): string {
    let events = "";
    for (let next = this.#waiting[0]; next && this.#isReady(next) && this.#isComplete(); next = this.#waiting[0]) {
      this.#waiting.shift();
      events += this.#start(next);
    }
    if (this.#waiting.reduce((sum, { text }) => sum + text.length, 0) > MAX_CHARACTERS)
      throw new GatewayFailure("upstream_error", "More than a million characters wait for a tool call to end.");
    return events;
  }

  /** Whether all is known that its start shows. An id that comes later than anything else is not waited for. */
  #isReady({ kind, id, name, text }: FollowedItem): boolean {
    return kind !== "call" || (name !== "" && (id !== "" || text !== "" || this.#waiting.length > 1));
  }

  /** Whether the next item may follow. A call has no arguments if those of a later one are whole first. */
  #isComplete(): boolean {
    if (this.#open?.kind !== "call" || this.#open.arguments.isWhole) return true;
    return this.#open.arguments.isEmpty && this.#waiting.some(({ arguments: later }) => later.isWhole);
  }

  #start(item: FollowedItem): string {
    const closed = this.#close();
    this.#open = item;
    this.hasCalls ||= item.kind === "call";
    const started = this.#writer.start({ ...item, id: callIdOf(item) }) + this.#add(item, item.text, item.logprobs);
    item.text = "";
    return closed + started;
  }

  #close(): string {
    const closed = this.#open;
    if (!closed) return "";
    this.#open = null;
    // One that is too long to be kept is not checked.
    if (closed.kind === "call" && !this.#isCut && closed.json.length <= MAX_CHARACTERS)
      assertReadable({ name: closed.name, arguments: closed.json });
    closed.json = "";
    return this.#writer.close();
  }
}
