// A stream of chunks as the events of a response: items that are added, grow and are done, and the response at its end.
import { recordIn, textIn } from "@/lib/records";
import { choiceOf, type Json, named, type StreamWriter, toolCallsIn } from "./dialect";
import { callItem, type Frame, finished, textItem, textPart } from "./response-parts";

/** An item that is being written: a text, or the call of a tool by its number in the answer. */
interface OpenItem {
  key: "text" | number;
  id: string;
  call: { id: string; name: string };
  text: string;
}

/** `keep` receives the answer of a stream that completes. */
export function responseStream(frame: Frame, keep: (frame: Frame, response: Json) => void): StreamWriter {
  const output: Json[] = [];
  let number = 0;
  let open: OpenItem | null = null;
  let last: Json = {};
  let reason: unknown = "stop";
  const send = (type: string, more: Json): string => {
    const event = named(type, { type, sequence_number: number, ...more });
    number += 1;
    return event;
  };
  const position = ({ id }: OpenItem): Json => ({ item_id: id, output_index: output.length });
  const begin = (): string => {
    if (number > 0) return "";
    const response = { ...frame.body, status: "in_progress", output: [], usage: null };
    return send("response.created", { response }) + send("response.in_progress", { response });
  };

  const start = (key: OpenItem["key"], call = { id: "", name: "" }): string => {
    const closed = close();
    const id = key === "text" ? `msg_${frame.id}_${output.length}` : `fc_${frame.id}_${output.length}`;
    const next: OpenItem = { key, id, call, text: "" };
    open = next;
    const item =
      key === "text" ? textItem(id, "", "", "in_progress") : callItem(id, { ...call, arguments: "" }, "in_progress");
    const added = send("response.output_item.added", { output_index: output.length, item });
    if (key !== "text") return closed + added;
    return (
      closed + added + send("response.content_part.added", { ...position(next), content_index: 0, part: textPart("") })
    );
  };
  const grow = (piece: string): string => {
    if (!open || !piece) return "";
    open.text += piece;
    if (open.key !== "text") return send("response.function_call_arguments.delta", { ...position(open), delta: piece });
    return send("response.output_text.delta", { ...position(open), content_index: 0, delta: piece, logprobs: [] });
  };
  const close = (): string => {
    if (!open) return "";
    const { key, id, call, text } = open;
    const at = position(open);
    open = null;
    const item = key === "text" ? textItem(id, text) : callItem(id, { ...call, arguments: text });
    const done =
      key === "text"
        ? send("response.output_text.done", { ...at, content_index: 0, text, logprobs: [] }) +
          send("response.content_part.done", { ...at, content_index: 0, part: textPart(text) })
        : send("response.function_call_arguments.done", { ...at, name: call.name, arguments: text });
    const finished = send("response.output_item.done", { output_index: output.length, item });
    output.push(item);
    return done + finished;
  };

  return {
    chunk(chunk) {
      const choice = choiceOf(chunk);
      const delta = recordIn(choice.delta);
      let text = begin();
      const piece = textIn(delta.content) || textIn(delta.refusal);
      if (piece && open?.key !== "text") text += start("text");
      text += grow(piece);
      for (const call of toolCallsIn(delta)) {
        if (open?.key !== call.index) text += start(call.index, call);
        text += grow(call.arguments);
      }
      reason = choice.finish_reason ?? reason;
      last = { ...last, ...chunk };
      return text;
    },
    end() {
      const before = begin() + close();
      const response = finished(frame, last, output, reason);
      keep(frame, response);
      return (
        before + send(response.status === "completed" ? "response.completed" : "response.incomplete", { response })
      );
    },
    fail({ code, message, param }) {
      const failed = { ...frame.body, status: "failed", error: { code, message }, output, usage: null };
      return begin() + send("response.failed", { response: failed }) + send("error", { code, message, param });
    },
  };
}
