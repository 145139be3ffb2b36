// A stream of chunks as Anthropic's events: a message that begins, blocks one after another, and its end with the tokens used.
import { recordIn, textIn } from "@/lib/records";
import { reasoningIn } from "../providers/reasoning";
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
import { messageHead, refusal, stopReasonOf, thinkingBlock, tokensOf } from "./message-parts";
import { isCut, namedCallsIn } from "./tool-calls";

/** The status that a failure in the middle of a stream would have had before its start. */
const BROKEN = 500;

export class MessageStream implements StreamWriter {
  #hasBegun = false;
  /** Its blocks. */
  readonly #items = new AnswerItems({
    start: (item) => this.#start(item),
    grow: (text) => this.#grow(text),
    close: () => this.#close(),
  });
  readonly #showsThoughts: boolean;
  #kind: AnswerItem["kind"] = "text";
  /** Of its thoughts. */
  #signature = "";
  #index = -1;
  #reason: unknown = "stop";
  #usage: Usage = usageOf({});

  constructor(showsThoughts: boolean) {
    this.#showsThoughts = showsThoughts;
  }

  chunk(chunk: Json): string {
    const choice = choiceOf(chunk);
    const delta = recordIn(choice.delta);
    let events = this.#begin(chunk);
    events += this.#think(delta);
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

  #think(delta: Json): string {
    const { text, mark } = reasoningIn(delta);
    if (!this.#showsThoughts || text === "") return "";
    this.#signature = mark;
    return this.#items.text("reasoning", text);
  }

  #start(item: AnswerItem): string {
    this.#kind = item.kind;
    this.#index += 1;
    const block = emptyBlock(item);
    return named("content_block_start", { type: "content_block_start", index: this.#index, content_block: block });
  }

  #grow(text: string): string {
    if (this.#kind === "call") return this.#delta({ type: "input_json_delta", partial_json: text });
    if (this.#kind === "reasoning") return this.#delta({ type: "thinking_delta", thinking: text });
    return this.#delta({ type: "text_delta", text });
  }

  #close(): string {
    const signature = { type: "signature_delta", signature: this.#signature };
    const signed = this.#kind === "reasoning" ? this.#delta(signature) : "";
    return signed + named("content_block_stop", { type: "content_block_stop", index: this.#index });
  }

  #delta(delta: Json): string {
    return named("content_block_delta", { type: "content_block_delta", index: this.#index, delta });
  }
}

function emptyBlock({ kind, id, name }: AnswerItem): Json {
  if (kind === "call") return { type: "tool_use", id, name, input: {} };
  return kind === "reasoning" ? thinkingBlock("", "") : { type: "text", text: "" };
}
