// Queries of the tracing screens.

import type { ClientInput } from "@/lib/contracts/contract";
import type { ObservationType } from "@/lib/contracts/shapes";
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
export const projectChoicesQuery = () => queryFor(operations.listProjects, { limit: 1000 });
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
export const traceScoresQuery = (trace_id: string) => queryFor(operations.listTraceScores, { trace_id });

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
