// Queries of the tracing screens.

import type { scoresForSource } from "@/lib/contracts/annotation/scores";
import type { ClientInput } from "@/lib/contracts/contract";
import type { ObservationType } from "@/lib/contracts/shapes";
import type { getProjectActivity } from "@/lib/contracts/traces/activity";
import type { listProjects } from "@/lib/contracts/traces/projects";
import type { listSessions } from "@/lib/contracts/traces/sessions";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import type { previewTraceRows, TraceImport } from "@/lib/contracts/traces/trace-imports";
import * as operations from "./operations";
import { mutationFor, queryFor } from "./query";

export const TRACED_ROWS = 20;

interface TracedFilter {
  project_id: string;
  page: number;
  search: string;
}

const listInput = ({ project_id, page, search }: TracedFilter) => ({
  project_id,
  page,
  limit: TRACED_ROWS,
  ...(search ? { search } : {}),
});

/** Every project by name, for pickers. */
export const projectChoicesInput = { limit: 1000 };
export const projectChoicesQuery = () => queryFor(operations.listProjects, projectChoicesInput);
export const tracesQuery = (filter: TracedFilter) => queryFor(operations.listTraces, listInput(filter));
export const sessionsQuery = (filter: TracedFilter) => queryFor(operations.listSessions, listInput(filter));
export const spansQuery = ({ type, ...filter }: TracedFilter & { type: ObservationType | null }) =>
  queryFor(operations.listSpans, { ...listInput(filter), ...(type ? { observation_type: type } : {}) });

const TRACE_ROWS = 50;
export const LIVE_POLL_MS = 4000;
export const traceListQuery = (filters: TraceFilters, after?: string) =>
  queryFor(operations.listTraces, { ...filters, ...(after ? { after } : {}), limit: TRACE_ROWS, contents: false });
export const traceFacetsQuery = (filters: TraceFilters) => queryFor(operations.listTraceFacets, filters);
export const traceViewsQuery = () => queryFor(operations.listTraceViews, {});
const viewsChange = { invalidates: [operations.listTraceViews] };
export const saveTraceView = mutationFor(operations.saveTraceView, { ...viewsChange, done: "View saved" });
export const deleteTraceView = mutationFor(operations.deleteTraceView, { ...viewsChange, done: "View deleted" });
export const traceQuery = (trace_id: string) => queryFor(operations.getTrace, { trace_id });
/** With its spans as a tree shows them: without contents. */
export const traceTreeQuery = (trace_id: string) => queryFor(operations.getTrace, { trace_id, contents: false });
export const spanQuery = (trace_id: string, span_id: string) => queryFor(operations.getSpan, { trace_id, span_id });
export const traceScoresQuery = (trace_id: string) => queryFor(operations.listTraceScores, { trace_id });

export type SessionQuery = ClientInput<typeof listSessions>;
export const sessionListQuery = (query: SessionQuery) =>
  queryFor(operations.listSessions, { ...query, limit: TRACE_ROWS });
export const sessionQuery = (session_id: string) => queryFor(operations.getSession, { session_id });
const SESSION_TURNS = 20;
export const sessionTurnsQuery = (session_id: string, page: number) =>
  queryFor(operations.listSessionTurns, { session_id, page, limit: SESSION_TURNS });
export const projectListQuery = (query: ClientInput<typeof listProjects>) =>
  queryFor(operations.listProjects, { ...query, limit: TRACE_ROWS });

export type ActivityQuery = ClientInput<typeof getProjectActivity>;
export const activityQuery = (query: ActivityQuery) => queryFor(operations.getProjectActivity, query);

type SourceType = ClientInput<typeof scoresForSource>["source_type"];
/** What people and clients scored a source. */
export const sourceScoresQuery = (source_type: SourceType, source_id: string) =>
  queryFor(operations.scoresForSource, { source_type, source_id });
/** The caller's queues that have one of these sources. */
export const sourceQueuesQuery = (sources: readonly { source_type: SourceType; source_id: string }[]) =>
  queryFor(operations.queuesForSource, { sources: JSON.stringify(sources) });

export const previewTraceRowsQuery = (input: ClientInput<typeof previewTraceRows>) =>
  queryFor(operations.previewTraceRows, input);
export const addTracesToDataset = mutationFor(operations.addTracesToDataset, {
  invalidates: [
    operations.listDatasets,
    operations.listDatasetNames,
    operations.getDatasetTable,
    operations.listTraceRows,
  ],
});
const IMPORT_POLL_MS = 1000;
/** Read until it has ended. */
export const traceImportQuery = (import_id: string) => ({
  ...queryFor(operations.getTraceImport, { import_id }),
  refetchInterval: ({ state }: { state: { data?: TraceImport | undefined } }) =>
    state.data && state.data.status !== "running" ? (false as const) : IMPORT_POLL_MS,
});
export const traceRowsQuery = (trace_id: string) => queryFor(operations.listTraceRows, { trace_id });
