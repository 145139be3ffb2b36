// A stream of chunks as Anthropic's events: a message that begins, blocks one after another, and its end with the tokens used.
import { recordIn, textIn } from "@/lib/records";
import {
  choiceOf,
  type GatewayError,
  type Json,
  named,
  type StreamWriter,
  toolCallsIn,
  type Usage,
  usageOf,
} from "./dialect";
import { messageHead, refusal, stopReasonOf, tokensOf } from "./message-parts";

/** The status that a failure in the middle of a stream would have had before its start. */
const BROKEN = 500;

export class MessageStream implements StreamWriter {
  #hasBegun = false;
  /** The block that is open: text, or the call of a tool by its number in the answer. */
  #open: "text" | number | null = null;
  #index = -1;
  #reason: unknown = "stop";
  #usage: Usage = usageOf({});

  chunk(chunk: Json): string {
    const choice = choiceOf(chunk);
    const delta = recordIn(choice.delta);
    let events = this.#begin(chunk);
    const text = textIn(delta.content) || textIn(delta.refusal);
    if (text) {
      if (this.#open !== "text") events += this.#start("text", { type: "text", text: "" });
      events += this.#delta({ type: "text_delta", text });
    }
    for (const { index, id, name, arguments: json } of toolCallsIn(delta)) {
      if (this.#open !== index) events += this.#start(index, { type: "tool_use", id, name, input: {} });
      if (json) events += this.#delta({ type: "input_json_delta", partial_json: json });
    }
    this.#reason = choice.finish_reason ?? this.#reason;
    if (chunk.usage) this.#usage = usageOf(chunk);
    return events;
  }

  end(): string {
    const delta = { stop_reason: stopReasonOf(this.#reason), stop_sequence: null };
    const last = named("message_delta", { type: "message_delta", delta, usage: tokensOf(this.#usage) });
    return this.#begin({}) + this.#close() + last + named("message_stop", { type: "message_stop" });
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

  #start(block: "text" | number, content: Json): string {
    const closed = this.#close();
    this.#open = block;
    this.#index += 1;
    const started = { type: "content_block_start", index: this.#index, content_block: content };
    return closed + named("content_block_start", started);
  }

  #delta(delta: Json): string {
    return named("content_block_delta", { type: "content_block_delta", index: this.#index, delta });
  }

  #close(): string {
    if (this.#open === null) return "";
    this.#open = null;
    return named("content_block_stop", { type: "content_block_stop", index: this.#index });
  }
}
