// A stream of chunks as Anthropic's events: a message that begins, blocks one after another, and its end with the tokens used.
import { recordIn, textIn } from "@/lib/records";
import { reportedUsage } from "../record/reported-usage";
import { type AnswerItem, AnswerItems } from "./answer-items";
import {
  choiceOf,
  contentTextOf,
  type GatewayError,
  type Json,
  named,
  type StreamWriter,
  type Usage,
  usageOf,
} from "./dialect";
import { messageHead, refusal, stopReasonOf, tokensOf } from "./message-parts";
import { isCut, namedCallsIn } from "./tool-calls";

/** The status that a failure in the middle of a stream would have had before its start. */
const BROKEN = 500;

export class MessageStream implements StreamWriter {
  #hasBegun = false;
  /** Its blocks. */
  readonly #items = new AnswerItems({
    start: (item) => this.#start(item),
    grow: (text) => this.#grow(text),
    close: () => named("content_block_stop", { type: "content_block_stop", index: this.#index }),
  });
  #kind: AnswerItem["kind"] = "text";
  #index = -1;
  #reason: unknown = "stop";
  #usage: Usage = usageOf({});

  chunk(chunk: Json): string {
    const choice = choiceOf(chunk);
    const delta = recordIn(choice.delta);
    let events = this.#begin(chunk);
    events += this.#items.text("text", contentTextOf(delta) || textIn(delta.refusal));
    for (const call of namedCallsIn(delta)) events += this.#items.call(call);
    if (choice.finish_reason) events += this.#items.finish(isCut(choice.finish_reason));
    this.#reason = choice.finish_reason ?? this.#reason;
    if (reportedUsage(chunk)) this.#usage = usageOf(chunk);
    return events;
  }

  end(): string {
    const before = this.#begin({}) + this.#items.end();
    const delta = { stop_reason: stopReasonOf(this.#reason, this.#items.hasCalls), stop_sequence: null };
    const last = named("message_delta", { type: "message_delta", delta, usage: tokensOf(this.#usage) });
    return before + last + named("message_stop", { type: "message_stop" });
  }

  fail(error: GatewayError): string {
    return named("error", refusal(error, BROKEN));
  }

  #begin(chunk: Json): string {
    if (this.#hasBegun) return "";
    this.#hasBegun = true;
    const message = { ...messageHead(chunk), usage: tokensOf(usageOf({})) };
    return named("message_start", { type: "message_start", message });
  }

  #start({ kind, id, name }: AnswerItem): string {
    this.#kind = kind;
    this.#index += 1;
    const block = kind === "call" ? { type: "tool_use", id, name, input: {} } : { type: "text", text: "" };
    return named("content_block_start", { type: "content_block_start", index: this.#index, content_block: block });
  }

  #grow(text: string): string {
    const delta =
      this.#kind === "call" ? { type: "input_json_delta", partial_json: text } : { type: "text_delta", text };
    return named("content_block_delta", { type: "content_block_delta", index: this.#index, delta });
  }
}
