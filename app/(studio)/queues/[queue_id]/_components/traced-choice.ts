// Which traces, spans or sessions are brought into a queue, while it is chosen and as it is sent.
import { MAX_ADDED_ITEMS } from "@/lib/contracts/limits";
import type { ObservationType } from "@/lib/contracts/shapes";

export type TracedKind = "trace" | "observation_span" | "trace_session";

export interface TracedChoice {
  projectId: string | null;
  /** Part of the name. */
  search: string;
  /** Of spans. */
  type: ObservationType | null;
  scope: "all" | "chosen";
  chosen: ReadonlySet<string>;
}

export const noChoice: TracedChoice = { projectId: null, search: "", type: null, scope: "all", chosen: new Set() };

export const tracedWords: Record<TracedKind, { one: string; many: string }> = {
  trace: { one: "trace", many: "traces" },
  observation_span: { one: "span", many: "spans" },
  trace_session: { one: "session", many: "sessions" },
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

const condition = (column_id: string, filter_op: string, filter_value: string) => ({
  column_id,
  filter_config: { filter_op, filter_value },
});

/** What the request says of the items: by filter, or one by one. */
export function tracedBody(kind: TracedKind, { projectId, search, type, scope, chosen }: TracedChoice) {
  if (scope === "chosen") return { items: [...chosen].map((source_id) => ({ source_type: kind, source_id })) };
  const filter = [
    ...(search.trim() ? [condition(kind === "trace_session" ? "session_id" : "name", "contains", search.trim())] : []),
    ...(kind === "observation_span" && type ? [condition("observation_type", "equals", type)] : []),
  ];
  return { selection: { mode: "filter" as const, source_type: kind, project_id: projectId, filter } };
}
