// Queries of the tracing screens.

import type { ClientInput } from "@/lib/contracts/contract";
import type { ObservationType } from "@/lib/contracts/shapes";
import type { listTraces } from "@/lib/contracts/traces/traces";
import * as operations from "./operations";
import { queryFor } from "./query";

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
export type TraceQuery = ClientInput<typeof listTraces>;
export const traceListQuery = (query: TraceQuery) => queryFor(operations.listTraces, { ...query, limit: TRACE_ROWS });
export const traceQuery = (trace_id: string) => queryFor(operations.getTrace, { trace_id });
export const traceScoresQuery = (trace_id: string) => queryFor(operations.listTraceScores, { trace_id });
