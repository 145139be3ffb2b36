import { z } from "zod";
import { flawIn } from "@/lib/bounds/flaw";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { evaluationTag as tag } from "./playground";
import { filterItem, sortItem } from "./shapes/filters";

/** A value, or its JSON in a query. A blank text is no value. */
export const orJson = <T extends z.ZodType>(schema: T) =>
  z.preprocess((sent, check) => {
    if (typeof sent !== "string") return sent;
    if (sent.trim() === "") return undefined;
    const value = jsonIn(sent);
    // The request was checked for these as text, where JSON hides them behind an escape.
    const flaw = flawIn(value);
    if (flaw) check.addIssue({ code: "custom", path: [...flaw.path], message: flaw.message });
    return value;
  }, schema);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const MAX_FILTERS = 50;

const searchTypes = ["text", "image", "audio"] as const;

export const tableQuery = z.object({
  eval_template_id: id.meta({ description: "The template whose runs are shown" }),
  page_size: z.int().min(1).max(1000).default(10).meta({ description: "Rows per page" }),
  current_page_index: z.int().min(0).max(1_000_000).default(0).meta({ description: "0-based page" }),
  source: z
    .enum(["logs", "feedback", "eval_playground"])
    .default("logs")
    .meta({ description: "`logs` for all runs, `feedback` for runs with feedback" }),
  search: orJson(
    z
      .union([
        z.string().max(1000),
        z.object({ key: z.string().max(1000), type: list(z.enum(searchTypes), 3).optional() }),
      ])
      .nullish(),
  ).meta({ description: "A text, or {key: text, type: [text]}, as JSON text in a query" }),
  filters: orJson(list(filterItem, MAX_FILTERS).nullish()).meta({
    description: "Conditions joined by AND, as JSON text in a query",
  }),
  sort: orJson(list(sortItem, 10).nullish()).meta({
    description: "The first is the primary order; as JSON text in a query",
  }),
  facets: z
    .boolean()
    .default(false)
    .meta({ description: "Adds counts by verdict, source, status and model, over the newest 10,000 runs" }),
});

const cell = z.object({
  cell_value: z.unknown(),
  status: z.string(),
  search_results: z.record(z.string(), z.unknown()),
});

const logTable = z.object({
  column_config: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      data_type: z.enum(["text", "float", "boolean", "datetime"]),
      is_visible: z.boolean(),
      is_frozen: z.null(),
      status: z.literal("completed"),
      source_type: z.literal("text"),
      origin_type: z.literal("evaluation").optional(),
      output_type: z.string().optional(),
    }),
  ),
  table: z.array(
    z
      .looseObject({ row_id: id, log_id: id, input_data_types: z.record(z.string(), z.unknown()) })
      .catchall(z.union([cell, z.unknown()])),
  ),
  metadata: z.object({
    total_rows: z.int(),
    total_pages: z.int(),
    is_estimated: z.boolean().meta({ description: "Whether the total is an estimate, as it is for many runs" }),
    searched_since: timestamp.nullable().meta({
      description:
        "Null if all runs were searched. Otherwise only the newest 10,000 in the filtered period were, back to this time. To continue with earlier runs, filter Created At by less_than_or_equal this time",
    }),
  }),
  facets: z.record(z.string(), z.array(z.object({ value: z.string().nullable(), count: z.int() }))).optional(),
});

const described = {
  path: "/model-hub/get-eval-logs-details/",
  tag,
  summary: "List a template's runs as a table",
  description:
    "A page of a template's finished runs, newest first unless sorted, with a column for each input and one for the verdict. Filters, sort and search are in the body, or in the query as JSON; the body takes precedence. The total is exact up to 10,000 runs and on the last page, and otherwise an estimate from the newest runs. A rare value without an index, such as a text in an input, is searched only in the newest 10,000 runs of the filtered period. The same holds for sorting by an input. `searched_since` shows this. Filter numeric verdicts in percent (0 to 100). Rows keep their ids.",
  errors: ["not_found"] as const,
  fieldsAnywhere: true,
  response: logTable,
};

export const getEvalLogDetails = define({
  ...described,
  name: "getEvalLogDetails",
  method: "GET",
  query: tableQuery,
  example: { eval_template_id: "00000000-0000-4000-8000-000000000000", page_size: 20 },
});

export const queryEvalLogDetails = define({
  ...described,
  name: "queryEvalLogDetails",
  scope: "read",
  method: "POST",
  access: "read",
  body: tableQuery,
  errors: ["not_found", "required"],
  example: { eval_template_id: "00000000-0000-4000-8000-000000000000", filters: [], sort: [] },
});
