// A stream of chunks as the events of a response: items that are added, grow and are done, and the response at its end.
import { recordIn, textIn } from "@/lib/records";
import { reportedUsage } from "../record/reported-usage";
import { type AnswerItem, AnswerItems } from "./answer-items";
import { choiceOf, contentTextOf, type GatewayError, type Json, named, type StreamWriter } from "./dialect";
import { callItem, type Frame, finished, logprobsOf, refusalPart, textItem, textPart } from "./response-parts";
import { isCut, namedCallsIn } from "./tool-calls";

/** An item that is being written. */
interface OpenItem {
  kind: AnswerItem["kind"];
  id: string;
  call: { id: string; name: string };
  text: string;
  logprobs: Json[];
}

export class ResponseStream implements StreamWriter {
  readonly #frame: Frame;
  readonly #store: (frame: Frame, response: Json) => void;
  readonly #output: Json[] = [];
  readonly #items = new AnswerItems({
    start: (item) => this.#start(item),
    grow: (text, logprobs) => this.#grow(text, logprobs),
    close: () => this.#close(),
  });
  #number = 0;
  #open: OpenItem | null = null;
  #last: Json = {};
  #reason: unknown = "stop";

  /** `store` receives the answer of a stream that completes. */
  constructor(frame: Frame, store: (frame: Frame, response: Json) => void) {
    this.#frame = frame;
    this.#store = store;
  }

  chunk(chunk: Json): string {
    const choice = choiceOf(chunk);
    const delta = recordIn(choice.delta);
    let events = this.#begin();
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

  #inPart(item: OpenItem): Json {
    return { ...this.#position(item), content_index: 0 };
  }

  #begin(): string {
    if (this.#number > 0) return "";
    const response = { ...this.#frame.body, status: "in_progress", output: [], usage: null };
    return this.#send("response.created", { response }) + this.#send("response.in_progress", { response });
  }

  #start({ kind, id: callId, name }: AnswerItem): string {
    const call = { id: callId, name };
    const index = this.#output.length;
    const id = `${kind === "call" ? "fc" : "msg"}_${this.#frame.id}_${index}`;
    const next: OpenItem = { kind, id, call, text: "", logprobs: [] };
    this.#open = next;
    const added = this.#send("response.output_item.added", { output_index: index, item: itemOf(next, "in_progress") });
    if (kind === "call") return added;
    return added + this.#send("response.content_part.added", { ...this.#inPart(next), part: partOf(next) });
  }

  #grow(delta: string, logprobs: Json[]): string {
    const open = this.#open;
    if (!open) return "";
    open.text += delta;
    open.logprobs.push(...logprobs);
    if (open.kind === "call")
      return this.#send("response.function_call_arguments.delta", { ...this.#position(open), delta });
    if (open.kind === "refusal") return this.#send("response.refusal.delta", { ...this.#inPart(open), delta });
    return this.#send("response.output_text.delta", { ...this.#inPart(open), delta, logprobs });
  }

  #close(): string {
    const open = this.#open;
    if (!open) return "";
    this.#open = null;
    const item = itemOf(open, "completed");
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
    const done =
      kind === "text"
        ? this.#send("response.output_text.done", { ...at, text, logprobs })
        : this.#send("response.refusal.done", { ...at, refusal: text });
    return done + this.#send("response.content_part.done", { ...at, part: partOf(open) });
  }
}

const partOf = ({ kind, text, logprobs }: OpenItem): Json =>
  kind === "refusal" ? refusalPart(text) : textPart(text, logprobs);

function itemOf({ kind, id, call, text, logprobs }: OpenItem, status: string): Json {
  if (kind === "call") return callItem(id, { ...call, arguments: text }, status);
  return textItem(id, kind === "refusal" ? { text: "", refusal: text } : { text, logprobs }, status);
}
