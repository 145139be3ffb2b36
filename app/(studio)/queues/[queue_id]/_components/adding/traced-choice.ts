// The choice of traces, spans, sessions or calls to add to a queue, and the request made of it.

import { callSelection, condition } from "@/lib/client/annotation";
import { MAX_ADDED_ITEMS } from "@/lib/contracts/limits";
import type { ObservationType } from "@/lib/contracts/shapes";
import type { CallVerdict } from "@/lib/contracts/simulation/call-names";

export type TracedKind = "trace" | "observation_span" | "trace_session" | "call_execution";

export interface TracedChoice {
  /** The project; for calls, the execution of their test run. */
  containerId: string | null;
  /** Part of the name. Not for calls, which have no name. */
  search: string;
  /** Spans only. */
  type: ObservationType | null;
  /** Calls only. */
  verdict: CallVerdict | null;
  scope: "all" | "chosen";
  chosen: ReadonlySet<string>;
}

export const noChoice: TracedChoice = {
  containerId: null,
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

/** What contains them. */
export const containerWords: Record<TracedKind, string> = {
  trace: "project",
  observation_span: "project",
  trace_session: "project",
  call_execution: "execution",
};

/** The list also finds a trace by its full id; a filter only uses the name. */
const isTraceId = (kind: TracedKind, search: string): boolean =>
  kind === "trace" && /^[\da-f]{32}$/i.test(search.trim());

/** Why not all matches can be added at once; null if they can. */
export function refusalOfAll(kind: TracedKind, { search }: TracedChoice, count: number): string | null {
  if (isTraceId(kind, search)) return "Found by its id. Select it below.";
  if (count <= MAX_ADDED_ITEMS) return null;
  return `At most ${MAX_ADDED_ITEMS.toLocaleString("en")} at once. Narrow the search.`;
}

/** The request's selection: by filter, or one by one. */
export function tracedBody(kind: TracedKind, { containerId, search, type, verdict, scope, chosen }: TracedChoice) {
  if (scope === "chosen") return { items: [...chosen].map((source_id) => ({ source_type: kind, source_id })) };
  if (kind === "call_execution") return { selection: callSelection(containerId ?? "", { verdict }) };
  const filter = [
    ...(search.trim() ? [condition(kind === "trace_session" ? "session_id" : "name", "contains", search.trim())] : []),
    ...(kind === "observation_span" && type ? [condition("observation_type", "equals", type)] : []),
  ];
  return { selection: { mode: "filter" as const, source_type: kind, project_id: containerId, filter } };
}
