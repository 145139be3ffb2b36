// The texts of requests and answers in protocols of their own, which are below `native`.
import { isRecord, otherTexts, roleOf, type TextLocation, textsIn } from "./passages";

type Json = Record<string | number, unknown>;

/** Members of answers that are names, or are unreadable. Echoes of the request are not checked again. */
const unsaid = new Set([
  "id",
  "type",
  "role",
  "object",
  "status",
  "model",
  "item_id",
  "call_id",
  "tool_use_id",
  "data",
  "file_data",
  "encrypted_content",
  "signature",
  "logprobs",
]);

const at = (value: unknown, role: TextLocation["role"], ...path: (string | number)[]): TextLocation[] =>
  textsIn(value, role, ["native", ...path], unsaid);
const textsAt = (value: unknown, role: TextLocation["role"], ...path: (string | number)[]): TextLocation[] =>
  textsIn(value, role, ["native", ...path]);
const content = (locations: TextLocation[]): TextLocation[] =>
  locations.map((location) => (location.isName ? location : { ...location, isContent: true }));

const known = new Set(["model", "input", "messages", "instructions", "system", "prompt"]);

export function nativeRequestTexts({ native }: Json): TextLocation[] {
  if (!isRecord(native)) return [];
  const { input, messages, instructions, system, prompt } = native;
  const items = Array.isArray(input) ? input : [];
  return [
    ...content(textsAt(instructions, "system", "instructions")),
    ...content(textsAt(system, "system", "system")),
    ...(Array.isArray(input) ? [] : content(textsAt(input, "user", "input"))),
    ...items.flatMap((item, index) => textsAt(item, itemRole(item), "input", index)),
    ...(Array.isArray(messages) ? messages : []).flatMap((message, index) =>
      textsAt(message, roleOf(message), "messages", index),
    ),
    ...textsAt(prompt, "user", "prompt"),
    ...otherTexts(native, ["native"], known),
  ];
}

const itemRole = (item: unknown): TextLocation["role"] => {
  const type = isRecord(item) && typeof item.type === "string" ? item.type : "message";
  if (type.endsWith("_output")) return "tool";
  return type === "message" ? roleOf(item) : "assistant";
};

/** Of an answer that came whole. */
export const nativeAnswerTexts = ({ native }: Json): TextLocation[] =>
  isRecord(native)
    ? [...at(native.output, "assistant", "output"), ...content(at(native.content, "assistant", "content"))]
    : [];

/** A text of one of a stream's events: a piece of one that grows under its key, or a whole one, whose key is null. */
export interface EventText {
  key: string | null;
  location: TextLocation;
}

export function nativeEventTexts({ native: event }: Json): { texts: EventText[]; closes: string | null } {
  if (!isRecord(event)) return { texts: [], closes: null };
  const { type, delta, response } = event;
  const name = typeof type === "string" ? type : "";
  if (name === "content_block_delta") {
    const texts = at(delta, "assistant", "delta").map((location) => {
      const member = String(location.path.at(-1));
      return { key: `${blockOf(event)}${member}`, location: { ...location, isContent: member !== "partial_json" } };
    });
    return { texts, closes: null };
  }
  if (name === "content_block_stop") return { texts: [], closes: blockOf(event) };
  if (name.endsWith(".delta")) {
    const isContent = /text|refusal/.test(name);
    const texts = at(delta, "assistant", "delta").map((location) => ({
      key: partOf(event, name),
      location: { ...location, isContent },
    }));
    return { texts, closes: null };
  }
  // A response repeats the request.
  const locations = isRecord(response)
    ? at(response.output, "assistant", "response", "output")
    : at(event, "assistant");
  const texts = locations.map((location) => ({ key: null, location: { ...location, isContent: true } }));
  return { texts, closes: name.endsWith(".done") ? partOf(event, name) : null };
}

const blockOf = ({ index }: Json): string => `block ${String(index)} `;
const partOf = ({ item_id: item, content_index: part, summary_index: summary }: Json, name: string): string =>
  [name.replace(/\.(delta|done)$/, ""), item, part, summary].map(String).join(" ");

/** Without the odds of tokens, which hold a text once more. */
export function withoutOdds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOdds);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, name === "logprobs" ? [] : withoutOdds(member)]);
  return Object.fromEntries(entries);
}
