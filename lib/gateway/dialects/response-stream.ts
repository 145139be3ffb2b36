// A stream of chunks as the events of a response: items that are added, grow and are done, and the response at its end.
import { recordIn, textIn } from "@/lib/records";
import { reasoningIn } from "../providers/reasoning";
import { reportedUsage } from "../record/reported-usage";
import { type AnswerItem, AnswerItems } from "./answer-items";
import { choiceOf, contentTextOf, type GatewayError, type Json, named, type StreamWriter } from "./dialect";
import {
  asksForSummary,
  callItem,
  type Frame,
  finished,
  logprobsOf,
  reasoningItem,
  reasoningPart,
  refusalPart,
  textItem,
  textPart,
} from "./response-parts";
import { isCut, namedCallsIn } from "./tool-calls";

/** An item that is being written. */
interface OpenItem {
  kind: AnswerItem["kind"];
  id: string;
  call: { id: string; name: string };
  /** Of thoughts. */
  mark: string;
  text: string;
  logprobs: Json[];
}

export class ResponseStream implements StreamWriter {
  readonly #frame: Frame;
  readonly #store: (frame: Frame, response: Json) => void;
  readonly #isSummary: boolean;
  readonly #output: Json[] = [];
  readonly #items = new AnswerItems({
    start: (item) => this.#start(item),
    grow: (text, logprobs) => this.#grow(text, logprobs),
    close: () => this.#close(),
  });
  #number = 0;
  #open: OpenItem | null = null;
  #mark = "";
  #last: Json = {};
  #reason: unknown = "stop";

  /** `store` receives the answer of a stream that completes. */
  constructor(frame: Frame, store: (frame: Frame, response: Json) => void) {
    this.#frame = frame;
    this.#store = store;
    this.#isSummary = asksForSummary(frame);
  }

  chunk(chunk: Json): string {
    const choice = choiceOf(chunk);
    const delta = recordIn(choice.delta);
    let events = this.#begin();
    events += this.#think(delta);
    events += this.#items.text("text", contentTextOf(delta), logprobsOf(choice));
    events += this.#items.text("refusal", textIn(delta.refusal));
    for (const call of namedCallsIn(delta)) events += this.#items.call(call);
    if (choice.finish_reason) events += this.#items.finish(isCut(choice.finish_reason));
    this.#reason = choice.finish_reason ?? this.#reason;
    this.#last = { ...this.#last, ...chunk, usage: reportedUsage(chunk) ?? this.#last.usage };
    return events;
  }

  end(): string {
    const before = this.#begin() + this.#items.end();
    const response = finished(this.#frame, this.#last, this.#output, this.#reason);
    this.#store(this.#frame, response);
    const type = response.status === "completed" ? "response.completed" : "response.incomplete";
    return before + this.#send(type, { response });
  }

  fail({ code, message, param }: GatewayError): string {
    const error = { code, message };
    const response = { ...this.#frame.body, status: "failed", error, output: this.#output, usage: null };
    return this.#begin() + this.#send("response.failed", { response }) + this.#send("error", { ...error, param });
  }

  #send(type: string, more: Json): string {
    const event = named(type, { type, sequence_number: this.#number, ...more });
    this.#number += 1;
    return event;
  }

  #position({ id }: OpenItem): Json {
    return { item_id: id, output_index: this.#output.length };
  }

  /** The events of thoughts. */
  get #thoughts(): string {
    return this.#isSummary ? "response.reasoning_summary_text" : "response.reasoning_text";
  }

  #inPart(item: OpenItem): Json {
    const isSummary = item.kind === "reasoning" && this.#isSummary;
    return { ...this.#position(item), [isSummary ? "summary_index" : "content_index"]: 0 };
  }

  #begin(): string {
    if (this.#number > 0) return "";
    const response = { ...this.#frame.body, status: "in_progress", output: [], usage: null };
    return this.#send("response.created", { response }) + this.#send("response.in_progress", { response });
  }

  #think(delta: Json): string {
    const { text, mark } = reasoningIn(delta);
    if (text !== "") this.#mark = mark;
    return this.#items.text("reasoning", text);
  }

  #start({ kind, id: callId, name }: AnswerItem): string {
    const call = { id: callId, name };
    const index = this.#output.length;
    const id = `${prefixes[kind]}_${this.#frame.id}_${index}`;
    const next: OpenItem = { kind, id, call, mark: this.#mark, text: "", logprobs: [] };
    this.#open = next;
    const item = this.#itemOf(next, "in_progress");
    const added = this.#send("response.output_item.added", { output_index: index, item });
    return kind === "call" ? added : added + this.#sendPart(next, "added");
  }

  #grow(delta: string, logprobs: Json[]): string {
    const open = this.#open;
    if (!open) return "";
    open.text += delta;
    open.logprobs.push(...logprobs);
    if (open.kind === "call")
      return this.#send("response.function_call_arguments.delta", { ...this.#position(open), delta });
    if (open.kind === "refusal") return this.#send("response.refusal.delta", { ...this.#inPart(open), delta });
    if (open.kind === "reasoning") return this.#send(`${this.#thoughts}.delta`, { ...this.#inPart(open), delta });
    return this.#send("response.output_text.delta", { ...this.#inPart(open), delta, logprobs });
  }

  #close(): string {
    const open = this.#open;
    if (!open) return "";
    this.#open = null;
    const item = this.#itemOf(open, "completed");
    const done = this.#done(open);
    const ended = this.#send("response.output_item.done", { output_index: this.#output.length, item });
    this.#output.push(item);
    return done + ended;
  }

  #done(open: OpenItem): string {
    const { kind, call, text, logprobs } = open;
    if (kind === "call")
      return this.#send("response.function_call_arguments.done", {
        ...this.#position(open),
        name: call.name,
        arguments: text,
      });
    const at = this.#inPart(open);
    const dones = {
      text: () => this.#send("response.output_text.done", { ...at, text, logprobs }),
      refusal: () => this.#send("response.refusal.done", { ...at, refusal: text }),
      reasoning: () => this.#send(`${this.#thoughts}.done`, { ...at, text }),
    };
    return dones[kind]() + this.#sendPart(open, "done");
  }

  /** A part of an item has begun or is done. */
  #sendPart(open: OpenItem, how: "added" | "done"): string {
    const part = open.kind === "reasoning" && this.#isSummary ? "reasoning_summary_part" : "content_part";
    return this.#send(`response.${part}.${how}`, { ...this.#inPart(open), part: this.#partOf(open) });
  }

  #partOf({ kind, text, logprobs }: OpenItem): Json {
    if (kind === "reasoning") return reasoningPart(text, this.#isSummary);
    return kind === "refusal" ? refusalPart(text) : textPart(text, logprobs);
  }

  #itemOf({ kind, id, call, mark, text, logprobs }: OpenItem, status: string): Json {
    if (kind === "call") return callItem(id, { ...call, arguments: text }, status);
    if (kind === "reasoning") return reasoningItem(id, { text, mark }, this.#isSummary, status);
    return textItem(id, kind === "refusal" ? { text: "", refusal: text } : { text, logprobs }, status);
  }
}

const prefixes: Record<AnswerItem["kind"], string> = { call: "fc", reasoning: "rs", refusal: "msg", text: "msg" };
