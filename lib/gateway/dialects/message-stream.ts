// A stream of chunks as Anthropic's events: a message that begins, blocks one after another, and its end with the tokens used.
import { recordIn, textIn } from "@/lib/records";
import { choiceOf, type Json, named, type StreamWriter, toolCallsIn, type Usage, usageOf } from "./dialect";
import { messageHead, refusal, stopReasonOf, tokensOf } from "./message-parts";

/** The status that a failure in the middle of a stream would have had before its start. */
const BROKEN = 500;

export function messageStream(): StreamWriter {
  let hasBegun = false;
  /** The block that is open: text, or the call of a tool by its number in the answer. */
  let open: "text" | number | null = null;
  let index = -1;
  let reason: unknown = "stop";
  let usage: Usage = usageOf({});

  const close = (): string => {
    if (open === null) return "";
    open = null;
    return named("content_block_stop", { type: "content_block_stop", index });
  };
  const start = (block: "text" | number, content: Json): string => {
    const closed = close();
    open = block;
    index += 1;
    return closed + named("content_block_start", { type: "content_block_start", index, content_block: content });
  };
  const delta = (piece: Json): string =>
    named("content_block_delta", { type: "content_block_delta", index, delta: piece });
  const begin = (chunk: Json): string => {
    if (hasBegun) return "";
    hasBegun = true;
    const message = { ...messageHead(chunk), usage: tokensOf(usageOf({})) };
    return named("message_start", { type: "message_start", message });
  };

  return {
    chunk(chunk) {
      const choice = choiceOf(chunk);
      const choiceDelta = recordIn(choice.delta);
      let text = begin(chunk);
      const piece = textIn(choiceDelta.content) || textIn(choiceDelta.refusal);
      if (piece) {
        if (open !== "text") text += start("text", { type: "text", text: "" });
        text += delta({ type: "text_delta", text: piece });
      }
      for (const call of toolCallsIn(choiceDelta)) {
        if (open !== call.index)
          text += start(call.index, { type: "tool_use", id: call.id, name: call.name, input: {} });
        if (call.arguments) text += delta({ type: "input_json_delta", partial_json: call.arguments });
      }
      reason = choice.finish_reason ?? reason;
      if (chunk.usage) usage = usageOf(chunk);
      return text;
    },
    end() {
      const ending = { stop_reason: stopReasonOf(reason), stop_sequence: null };
      const last = named("message_delta", { type: "message_delta", delta: ending, usage: tokensOf(usage) });
      return begin({}) + close() + last + named("message_stop", { type: "message_stop" });
    },
    fail: (error) => named("error", refusal(error, BROKEN)),
  };
}
