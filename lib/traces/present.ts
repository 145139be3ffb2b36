// Turns rows into the API's objects.
import type { projects, prototypeRuns, spans, traces } from "@/db/schema";
import type { Project } from "@/lib/contracts/traces/projects";
import type { PrototypeRun } from "@/lib/contracts/traces/prototype-runs";
import type { Span, Trace } from "@/lib/contracts/traces/traces";
import type { SpanContents, TraceContents } from "./contents";
import { valuesOf } from "./trace-terms";

export type TraceRow = Omit<typeof traces.$inferSelect, "input" | "output"> & {
  projectName: string;
  session: string | null;
};
type SpanRow = Omit<typeof spans.$inferSelect, keyof SpanContents>;

const NOTHING: TraceContents = { input: null, output: null };

/** PostgreSQL's text form as ISO 8601. */
export const moment = (text: string): string => new Date(text).toISOString();
export const momentOrNull = (text: string | null): string | null => (text === null ? null : moment(text));

export const presentProject = (row: typeof projects.$inferSelect, traceCount: number): Project => ({
  id: row.id,
  name: row.name,
  trace_count: traceCount,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

const presentMeasured = (row: TraceRow | SpanRow, { input, output }: TraceContents) => ({
  status: row.status,
  started_at: momentOrNull(row.startedAt),
  ended_at: momentOrNull(row.endedAt),
  latency_ms: row.latencyMs,
  input,
  output,
});

export const presentTrace = (row: TraceRow, contents: TraceContents): Trace => ({
  id: row.id,
  trace_id: row.traceId,
  project_id: row.projectId,
  project_name: row.projectName,
  session_id: row.session,
  name: row.name,
  ...presentMeasured(row, contents),
  root_span_id: row.rootSpanId,
  span_count: row.spanCount,
  total_tokens: row.totalTokens,
  cost_usd: row.costUsd,
  user_id: row.userId,
  environment: row.environment,
  tags: valuesOf(row.terms, "tag"),
  models: valuesOf(row.terms, "model"),
  error_spans: row.errorSpans,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** `contents` are null if they are gone. */
export const presentSpan = (row: SpanRow, contents: SpanContents | null): Span => ({
  span_id: row.spanId,
  trace_id: row.traceId,
  parent_span_id: row.parentSpanId,
  name: row.name,
  kind: row.kind,
  observation_type: row.observationType,
  ...presentMeasured(row, contents ?? NOTHING),
  status_message: row.statusMessage,
  model: row.model,
  provider: row.provider,
  prompt_tokens: row.promptTokens,
  completion_tokens: row.completionTokens,
  total_tokens: row.totalTokens,
  cost_usd: row.costUsd,
  attributes: contents?.attributes ?? {},
  resource: contents?.resource ?? {},
  events: contents?.events ?? [],
  links: contents?.links ?? [],
});

export const presentPrototypeRun = (row: typeof prototypeRuns.$inferSelect): PrototypeRun => ({
  id: row.id,
  name: row.name,
  model: row.model,
  prompt: row.prompt,
  response: row.response,
  status: row.status,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
