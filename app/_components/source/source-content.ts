// What an annotator reads: the source of an item, of whatever type, as texts to judge, facts beside them, and details.
import { z } from "zod";
import { countText } from "@/app/_ui/figure/numbers";
import { blockOf, type Turn } from "./block";

const rowContent = z.object({
  type: z.literal("dataset_row"),
  dataset_name: z.string(),
  name: z.string(),
  fields: z.record(z.string(), z.string().nullable()),
});
const goneContent = z.object({ type: z.string(), deleted: z.literal(true) });

const called = z.object({
  name: z.string().nullish(),
  status: z.string().nullish(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
});
const tracedContent = called.extend({
  type: z.enum(["trace", "observation_span", "prototype_run"]),
  project_source: z.string().nullish(),
  observation_type: z.string().nullish(),
  status_message: z.string().nullish(),
  model: z.string().nullish(),
  provider: z.string().nullish(),
  tokens: z.number().nullish(),
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  cost: z.number().nullish(),
  latency_ms: z.number().nullish(),
  start_time: z.string().nullish(),
  metadata: z.unknown().optional(),
  attributes: z.unknown().optional(),
  events: z.unknown().optional(),
});
const sessionContent = z.object({
  type: z.literal("trace_session"),
  session_id: z.string(),
  project_source: z.string().nullish(),
  traces: z.array(called),
});

export interface Text {
  name: string;
  text: string | null;
}

export type SourceContent =
  | { kind: "gone" }
  | {
      kind: "texts";
      /** What the item is, in a few words; null for a type without a layout of its own. */
      title: string | null;
      texts: Text[];
      /** Short facts about how the texts came to be. */
      facts: Text[];
      /** What is rarely needed, folded. */
      details: Text[];
    }
  | { kind: "session"; title: string; turns: Turn[] };

export function readContent(wire: Record<string, unknown>): SourceContent {
  if (goneContent.safeParse(wire).success) return { kind: "gone" };
  const row = rowContent.safeParse(wire);
  if (row.success) return rowTexts(row.data);
  const traced = tracedContent.safeParse(wire);
  if (traced.success) return tracedTexts(traced.data);
  const session = sessionContent.safeParse(wire);
  if (session.success) return sessionTurns(session.data);
  const texts = Object.entries(wire).map(([name, value]) => ({ name, text: textOf(value) }));
  return { kind: "texts", title: null, texts, facts: [], details: [] };
}

const rowTexts = ({ name, dataset_name, fields }: z.infer<typeof rowContent>): SourceContent => ({
  kind: "texts",
  title: `${name} of ${dataset_name}`,
  texts: Object.entries(fields).map(([field, text]) => ({ name: field, text })),
  facts: [],
  details: [],
});

const KINDS = { trace: "Trace", observation_span: "Span", prototype_run: "Run" };

function tracedTexts(content: z.infer<typeof tracedContent>): SourceContent {
  const { project_source: project, prompt_tokens: before, completion_tokens: after, tokens, cost } = content;
  const parts = before != null && after != null ? ` (${before} in, ${after} out)` : "";
  const facts = [
    ["Status", content.status_message ? `${content.status}: ${content.status_message}` : content.status],
    ["Kind", content.observation_type],
    ["Model", content.model],
    ["Provider", content.provider],
    ["Tokens", tokens == null ? null : `${countText(tokens)}${parts}`],
    ["Cost", cost == null ? null : `$${cost.toFixed(6).replace(/0{1,4}$/, "")}`],
    ["Latency", content.latency_ms == null ? null : seconds(content.latency_ms)],
    ["Started", content.start_time?.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC")],
  ] as const;
  const details = [
    ["Metadata", content.metadata],
    ["Events", content.events],
    ["Attributes", content.attributes],
  ] as const;
  return {
    kind: "texts",
    title: [KINDS[content.type], content.name, project && `of ${project}`].filter(Boolean).join(" "),
    texts: [
      { name: "Input", text: textOf(content.input) },
      { name: "Output", text: textOf(content.output) },
    ],
    facts: facts.flatMap(([name, text]) => (text ? [{ name, text }] : [])),
    details: details.flatMap(([name, value]) => (isEmpty(value) ? [] : [{ name, text: textOf(value) }])),
  };
}

/** A session reads as one conversation: of each trace what was asked last, and the answer. */
function sessionTurns({ session_id, project_source: project, traces }: z.infer<typeof sessionContent>): SourceContent {
  const turns = traces.flatMap((trace) => [
    { role: "user", text: lastSaid(trace.input), calls: [] },
    { role: "assistant", text: lastSaid(trace.output), calls: [] },
  ]);
  return {
    kind: "session",
    title: project ? `Session ${session_id} of ${project}` : `Session ${session_id}`,
    turns: turns.filter((turn) => turn.text !== ""),
  };
}

function lastSaid(value: unknown): string {
  const text = textOf(value);
  const block = blockOf(text);
  return block.kind === "conversation" ? (block.turns.at(-1)?.text ?? "") : (text ?? "");
}

const textOf = (value: unknown): string | null =>
  value == null ? null : typeof value === "string" ? value : JSON.stringify(value);

const isEmpty = (value: unknown): boolean =>
  value == null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

const seconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
