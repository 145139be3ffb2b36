// Which traces, spans, sessions or calls are brought into a queue, while it is chosen and as it is sent.

import { callSelection, condition } from "@/lib/client/annotation";
import { MAX_ADDED_ITEMS } from "@/lib/contracts/limits";
import type { ObservationType } from "@/lib/contracts/shapes";
import type { CallVerdict } from "@/lib/contracts/simulation/call-names";

export type TracedKind = "trace" | "observation_span" | "trace_session" | "call_execution";

export interface TracedChoice {
  /** The project; of calls the execution of their test run. */
  placeId: string | null;
  /** Part of the name; not of calls, which have none. */
  search: string;
  /** Of spans. */
  type: ObservationType | null;
  /** Of calls. */
  verdict: CallVerdict | null;
  scope: "all" | "chosen";
  chosen: ReadonlySet<string>;
}

export const noChoice: TracedChoice = {
  placeId: null,
  search: "",
  type: null,
  verdict: null,
  scope: "all",
  chosen: new Set(),
};

export const tracedWords: Record<TracedKind, { one: string; many: string }> = {
  trace: { one: "trace", many: "traces" },
  observation_span: { one: "span", many: "spans" },
  trace_session: { one: "session", many: "sessions" },
  call_execution: { one: "call", many: "calls" },
};

/** What their list is of. */
export const tracedPlaces: Record<TracedKind, string> = {
  trace: "project",
  observation_span: "project",
  trace_session: "project",
  call_execution: "execution",
};

/** The list also finds a trace by its whole id; a filter goes by its name alone. */
const isTraceId = (kind: TracedKind, search: string): boolean =>
  kind === "trace" && /^[\da-f]{32}$/i.test(search.trim());

/** Why not all that match can be added at once; null when they can. */
export function refusalOfAll(kind: TracedKind, { search }: TracedChoice, count: number): string | null {
  if (isTraceId(kind, search)) return "Found by its id: choose it below.";
  if (count <= MAX_ADDED_ITEMS) return null;
  return `At most ${MAX_ADDED_ITEMS.toLocaleString("en")} at once: narrow the search.`;
}

/** What the request says of the items: by filter, or one by one. */
export function tracedBody(kind: TracedKind, { placeId, search, type, verdict, scope, chosen }: TracedChoice) {
  if (scope === "chosen") return { items: [...chosen].map((source_id) => ({ source_type: kind, source_id })) };
  if (kind === "call_execution") return { selection: callSelection(placeId ?? "", { verdict }) };
  const filter = [
    ...(search.trim() ? [condition(kind === "trace_session" ? "session_id" : "name", "contains", search.trim())] : []),
    ...(kind === "observation_span" && type ? [condition("observation_type", "equals", type)] : []),
  ];
  return { selection: { mode: "filter" as const, source_type: kind, project_id: placeId, filter } };
}
