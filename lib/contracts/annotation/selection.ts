// Sources that a filter names instead of a list of ids.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { MAX_ADDED_ITEMS } from "../limits";
import { givenObject, id, sourceTypes } from "../shapes";
import { traceFilters } from "../traces/trace-filters";

export const selection = z
  .strictObject({
    mode: z.literal("filter"),
    source_type: z.enum(sourceTypes),
    dataset_id: id.nullish().meta({ description: "For dataset_row: the dataset of the rows" }),
    project_id: id.nullish().meta({
      description: "For traces, spans and sessions: the project. For calls: the project of their agent, optional",
    }),
    filter: list(givenObject, 100).default([]).meta({ description: "Conditions that must all match" }),
    trace_filters: traceFilters.optional().meta({
      description: "For trace: filters of the list of traces, in place of project_id and filter",
    }),
    exclude_ids: list(z.string().min(1).max(255), MAX_ADDED_ITEMS).default([]),
    remove_simulation_calls: z.boolean().optional(),
    is_voice_call: z.boolean().optional(),
  })
  .refine(({ trace_filters, source_type }) => trace_filters === undefined || source_type === "trace", {
    path: ["trace_filters"],
    error: "Only traces have these filters.",
  })
  .meta({ id: "SourceSelection" });
export type Selection = z.infer<typeof selection>;
