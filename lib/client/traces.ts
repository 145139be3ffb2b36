// What the screens read of traced applications.

import type { ObservationType } from "@/lib/contracts/shapes";
import * as operations from "./operations";
import { queryFor } from "./query";

export const TRACED_ROWS = 20;

export interface TracedFilter {
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
