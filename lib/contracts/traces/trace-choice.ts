// Traces that a request chooses: named ones, or all that match filters.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { traceFilters } from "./trace-filters";
import { traceName } from "./trace-name";

/** The most traces that are named one by one, and the most that filters choose. */
export const MAX_NAMED_TRACES = 500;
export const MAX_CHOSEN_TRACES = 10_000;

/** The members of a request that is about a choice. It also needs `isChosen`. */
export const chosenTraces = {
  trace_ids: list(traceName, MAX_NAMED_TRACES)
    .min(1, "At least one trace is required.")
    .optional()
    .meta({ description: "By their own ids or OpenTelemetry's" }),
  filters: traceFilters.optional().meta({
    description: `All traces that match, newest first, at most ${MAX_CHOSEN_TRACES}`,
  }),
};
export const isChosen = ({ trace_ids, filters }: { trace_ids?: unknown; filters?: unknown }) =>
  (trace_ids === undefined) !== (filters === undefined);
export const CHOOSE = { path: ["trace_ids"], error: "Give trace_ids or filters, and not both." };

export const traceChoice = z.strictObject(chosenTraces).refine(isChosen, CHOOSE).meta({ id: "TraceChoice" });
export type TraceChoice = z.infer<typeof traceChoice>;

/** The trace after which a walk through a choice goes on. */
export interface TraceCursor {
  startedAt: string;
  id: string;
}
