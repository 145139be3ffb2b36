// Rows of datasets from traces.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, name, timestamp } from "../shapes";
import { traceImportStatuses, tracePaths } from "./names";
import { CHOOSE, chosenTraces, isChosen, MAX_CHOSEN_TRACES } from "./trace-choice";

const tag = "Tracing";
const base = "/tracer/trace-imports/";

const MAX_MAPPED = 100;
const PREVIEWED_ROWS = 5;

const path = z
  .string()
  .max(500)
  .refine(isPath, `Must be one of ${tracePaths.join(", ")}, or input., output. or attributes. with a path.`);

function isPath(text: string): boolean {
  return tracePaths.some((known) => known === text) || /^(input|output|attributes)\../s.test(text);
}

const mapping = list(
  z.strictObject({
    column: name.meta({ description: "The column's name. A missing column is added" }),
    path: path.nullish().meta({
      description:
        "What fills the column: input_text and output_text are the last message of the user and of the application; `input.city` leads into JSON; `attributes.x` is an attribute of the root span. Null leaves the column empty, for people to fill",
    }),
  }),
  MAX_MAPPED,
).min(1, "At least one column is required.");
export type TraceMapping = z.infer<typeof mapping>;

const traceImport = z
  .object({
    id,
    dataset_id: id,
    dataset_name: z.string(),
    status: z.enum(traceImportStatuses),
    looked: z.int().meta({ description: "How many traces it has read so far" }),
    added: z.int(),
    duplicates: z.int().meta({ description: "Traces left out because the dataset has a row of the same content" }),
    empty: z.int().meta({ description: "Traces left out because no path has a value" }),
    message: z.string().nullable(),
    created_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: "TraceImport" });
export type TraceImport = z.infer<typeof traceImport>;

export const previewTraceRows = define({
  name: "previewTraceRows",
  scope: "read",
  method: "POST",
  path: `${base}preview/`,
  tag,
  summary: "Preview rows of a dataset made of traces",
  description: `The first ${PREVIEWED_ROWS} rows that addTracesToDataset would make, before duplicates are left out. Nothing is stored.`,
  access: "read",
  errors: ["not_found"],
  body: z.strictObject({ ...chosenTraces, mapping }).refine(isChosen, CHOOSE),
  response: z.object({
    rows: z.array(
      z.object({
        trace_id: id,
        cells: z
          .array(z.string().nullable())
          .meta({ description: "In the order of the mapping; null without a value" }),
      }),
    ),
  }),
  example: { filters: { has_error: true }, mapping: [{ column: "question", path: "input_text" }] },
});

export const addTracesToDataset = define({
  name: "addTracesToDataset",
  method: "POST",
  path: base,
  tag,
  summary: "Add traces to a dataset",
  description: `Makes a row of each trace in a new or existing dataset and adds missing columns. A trace whose cells equal those of a row is left out, so repeating the request adds nothing. Named traces, and the matches of a search for text, are added at once; those of other filters in the background, at most ${MAX_CHOSEN_TRACES}: read getTraceImport. Each row's metadata names its trace, which retention then keeps.`,
  errors: ["not_found"],
  body: z
    .strictObject({
      dataset_id: id.nullish().meta({ description: "An existing dataset; takes precedence over dataset_name" }),
      dataset_name: name.nullish().meta({ description: "Name of a new dataset" }),
      ...chosenTraces,
      mapping,
    })
    .refine(isChosen, CHOOSE),
  response: traceImport,
  example: {
    dataset_name: "Failures",
    filters: { has_error: true },
    mapping: [{ column: "question", path: "input_text" }],
  },
});

export const getTraceImport = define({
  name: "getTraceImport",
  method: "GET",
  path: `${base}{import_id}/`,
  tag,
  summary: "Get how far traces have been added to a dataset",
  description: "The progress of addTracesToDataset, and its figures once it is done.",
  params: z.object({ import_id: id.meta({ description: "Id of the import" }) }),
  response: traceImport,
});

export const listTraceRows = define({
  name: "listTraceRows",
  method: "GET",
  path: "/tracer/traces/{trace_id}/dataset-rows/",
  tag,
  summary: "List the dataset rows made from a trace",
  description: "The rows of datasets that were made from a trace, oldest first, at most 100.",
  params: z.object({ trace_id: id.meta({ description: "The trace's own id" }) }),
  response: z.array(
    z.object({ row_id: id, dataset_id: id, dataset_name: z.string(), order: z.int(), created_at: timestamp }),
  ),
});
