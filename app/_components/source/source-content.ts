// What an annotator reads: the source of an item of any type, as texts to judge, short facts, and details.
import { countText } from "@/app/_ui/figure/numbers";
import { textOf } from "@/lib/annotation/sources/rules/field-text";
import { turnsOfTrace } from "@/lib/annotation/sources/rules/turns-of-trace";
import { type ChatMessage, readMessages } from "@/lib/chat-messages";
import { type Fields, isFields, numberIn, textIn } from "./fields";

export interface Text {
  name: string;
  text: string | null;
  /** The type of the row's column. */
  columnType?: string;
}

/** Rarely needed data, folded below its name. */
export interface Detail {
  name: string;
  texts: Text[];
}

export type SourceContent =
  | { kind: "gone" }
  | {
      kind: "texts";
      /** A short title of the item; null for a type without its own layout. */
      title: string | null;
      texts: Text[];
      /** Short facts about how the texts were produced. */
      facts: Text[];
      details: Detail[];
    }
  | { kind: "session"; title: string; turns: ChatMessage[]; details: Detail[] };

export function readContent(wire: Fields): SourceContent {
  if (wire.deleted === true) return { kind: "gone" };
  if (wire.type === "dataset_row" && isFields(wire.fields)) return rowTexts(wire, wire.fields);
  if (wire.type === "trace_session" && Array.isArray(wire.traces))
    return sessionTurns(wire, wire.traces.filter(isFields));
  if (wire.type === "call_execution" && Array.isArray(wire.output))
    return callTurns(wire, wire.output.filter(isFields));
  if (KINDS.has(wire.type)) return tracedTexts(wire);
  const texts = textsOf(wire);
  return { kind: "texts", title: null, texts, facts: [], details: [] };
}

/** A short title of an item; null for a type without its own layout. */
export function titleOf(wire: Fields): string | null {
  const text = (name: string) => textIn(wire, name);
  const of = text("project_source") && `of ${text("project_source")}`;
  if (wire.type === "dataset_row")
    return isNumbered(wire) ? `${text("name")} of ${text("dataset_name")}` : text("dataset_name");
  if (wire.type === "trace_session") return [`Session ${text("session_id")}`, of].filter(Boolean).join(" ");
  if (wire.type === "call_execution")
    return ["Call", text("name"), text("agent_name") && `with ${text("agent_name")}`].filter(Boolean).join(" ");
  const kind = KINDS.get(wire.type);
  return kind ? [kind, text("name"), of].filter(Boolean).join(" ") : null;
}

/** The server tells annotators no row's number: it would tell checks from work. */
const isNumbered = (wire: Fields): boolean => numberIn(wire, "row_order") !== null;

const rowTexts = (wire: Fields, fields: Fields): SourceContent => ({
  kind: "texts",
  title: titleOf(wire),
  texts: textsOf(fields).map((text) => ({ ...text, ...typeOf(wire, text.name) })),
  facts: [],
  details: [],
});

function typeOf({ field_types: types }: Fields, name: string): { columnType?: string } {
  const type = isFields(types) ? types[name] : undefined;
  return typeof type === "string" ? { columnType: type } : {};
}

const KINDS = new Map<unknown, string>([
  ["trace", "Trace"],
  ["observation_span", "Span"],
  ["prototype_run", "Run"],
]);

function tracedTexts(wire: Fields): SourceContent {
  const text = (name: string) => textIn(wire, name);
  const facts = [
    ["Status", text("status_message") ? `${text("status")}: ${text("status_message")}` : text("status")],
    ["Kind", text("observation_type")],
    ["Model", text("model")],
    ["Provider", text("provider")],
    ["Tokens", tokensText(wire)],
    ["Cost", costText(numberIn(wire, "cost"))],
    ["Latency", seconds(numberIn(wire, "latency_ms"))],
    [
      "Started",
      text("start_time")
        ?.replace("T", " ")
        .replace(/(\.\d+)?Z$/, " UTC"),
    ],
  ] as const;
  const details = [
    ["Metadata", wire.metadata],
    ["Events", wire.events],
    ["Attributes", wire.attributes],
  ] as const;
  return {
    kind: "texts",
    title: titleOf(wire),
    texts: [
      { name: "Input", text: textOf(wire.input) },
      { name: "Output", text: textOf(wire.output) },
    ],
    facts: facts.flatMap(([name, fact]) => (fact ? [{ name, text: fact }] : [])),
    details: details.flatMap(([name, value]) =>
      isEmpty(value) ? [] : [{ name, texts: [{ name, text: textOf(value) }] }],
    ),
  };
}

function tokensText(wire: Fields): string | null {
  const tokens = numberIn(wire, "tokens");
  const before = numberIn(wire, "prompt_tokens");
  const after = numberIn(wire, "completion_tokens");
  if (tokens === null) return null;
  return before === null || after === null ? countText(tokens) : `${countText(tokens)} (${before} in, ${after} out)`;
}

const costText = (cost: number | null): string | null =>
  cost === null ? null : `$${cost.toFixed(6).replace(/0{1,4}$/, "")}`;

/** A session reads as one conversation: of each trace, the last question and the answer. */
const sessionTurns = (wire: Fields, traces: readonly Fields[]): SourceContent => ({
  kind: "session",
  title: titleOf(wire) ?? "",
  turns: traces.flatMap(turnsOfTrace),
  details: [],
});

/** For a simulated call: `user` is the customer, simulated from a row of a scenario. */
const callTurns = (wire: Fields, turns: readonly Fields[]): SourceContent => ({
  kind: "session",
  title: titleOf(wire) ?? "",
  turns: turns.flatMap((turn) => readMessages([turn]) ?? []),
  details: isFields(wire.input) && !isEmpty(wire.input) ? [{ name: "Scenario row", texts: textsOf(wire.input) }] : [],
});

const textsOf = (fields: Fields): Text[] =>
  Object.entries(fields).map(([name, value]) => ({ name, text: textOf(value) }));

const isEmpty = (value: unknown): boolean =>
  value == null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

function seconds(milliseconds: number | null): string | null {
  if (milliseconds === null) return null;
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
