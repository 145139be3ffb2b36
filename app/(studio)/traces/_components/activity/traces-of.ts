import { links } from "@/lib/client/links";
import type { Filters } from "./activity-filter";
import type { Step } from "./series";

type More = Parameters<typeof links.traces>[0];

/** The address of the traces behind a figure. */
export type TracesOf = (period: Pick<Step, "from" | "to">, more?: More) => string;

/** The filters of the figures are those of the list. */
export const tracesWith =
  (project: string, filters: Filters): TracesOf =>
  ({ from, to }, more = {}) =>
    links.traces({ project, since: from, until: to, ...filters, ...more });
