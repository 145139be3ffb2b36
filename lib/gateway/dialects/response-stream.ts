// A stream of chunks as the events of a response: items that are added, grow and are done, and the response at its end.
import { recordIn, recordsIn, textIn } from "@/lib/records";
import { type AnswerItem, AnswerItems } from "./answer-items";
import { choiceOf, contentTextOf, type GatewayError, type Json, named, type StreamWriter } from "./dialect";
import { callItem, type Frame, finished, logprobsOf, textItem, textPart } from "./response-parts";

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
    events += this.#items.text(contentTextOf(delta) || textIn(delta.refusal), logprobsOf(choice));
    for (const call of recordsIn(delta.tool_calls)) events += this.#items.call(call);
    this.#reason = choice.finish_reason ?? this.#reason;
    this.#last = { ...this.#last, ...chunk };
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

  #begin(): string {
    if (this.#number > 0) return "";
    const response = { ...this.#frame.body, status: "in_progress", output: [], usage: null };
    return this.#send("response.created", { response }) + this.#send("response.in_progress", { response });
  }

  #start({ kind, id: callId, name }: AnswerItem): string {
    const call = { id: callId, name };
    const index = this.#output.length;
    const isText = kind === "text";
    const id = `${isText ? "msg" : "fc"}_${this.#frame.id}_${index}`;
    const next: OpenItem = { kind, id, call, text: "", logprobs: [] };
    this.#open = next;
    const item = isText
      ? textItem(id, { text: "" }, "in_progress")
      : callItem(id, { ...call, arguments: "" }, "in_progress");
    const added = this.#send("response.output_item.added", { output_index: index, item });
    if (!isText) return added;
    const part = { ...this.#position(next), content_index: 0, part: textPart("") };
    return added + this.#send("response.content_part.added", part);
  }

  #grow(delta: string, logprobs: Json[]): string {
    const open = this.#open;
    if (!open) return "";
    open.text += delta;
    open.logprobs.push(...logprobs);
    const at = this.#position(open);
    if (open.kind !== "text") return this.#send("response.function_call_arguments.delta", { ...at, delta });
    return this.#send("response.output_text.delta", { ...at, content_index: 0, delta, logprobs });
  }

  #close(): string {
    const open = this.#open;
    if (!open) return "";
    const { kind, id, call, text, logprobs } = open;
    const at = this.#position(open);
    this.#open = null;
    const item = kind === "text" ? textItem(id, { text, logprobs }) : callItem(id, { ...call, arguments: text });
    const done =
      kind === "text"
        ? this.#send("response.output_text.done", { ...at, content_index: 0, text, logprobs }) +
          this.#send("response.content_part.done", { ...at, content_index: 0, part: textPart(text, logprobs) })
        : this.#send("response.function_call_arguments.done", { ...at, name: call.name, arguments: text });
    const ended = this.#send("response.output_item.done", { output_index: this.#output.length, item });
    this.#output.push(item);
    return done + ended;
  }
}
