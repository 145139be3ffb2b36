import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { feedback } from "./feedback";
import { errorDetails, localizationStatuses } from "./localization";
import { tableQuery } from "./log-table";
import { logSources, logStatuses, outcomes } from "./names";
import { evaluationTag as tag } from "./playground";
import { bounds } from "./shapes/estimates";

const MAX_LOGS = 1000;
const MAX_DELETED_LOGS = 1000;

const logRecord = z
  .object({
    id,
    log_id: id,
    template_id: id,
    template_name: z.string(),
    dataset_id: id.nullable(),
    source: z.enum(logSources),
    status: z.enum(logStatuses),
    created_at: timestamp,
  })
  .meta({ id: "EvaluationLog" });

export const listEvalLogs = define({
  name: "listEvalLogs",
  method: "GET",
  path: "/model-hub/get-eval-logs",
  tag,
  summary: "List runs of evaluations, newest first",
  description:
    "The organization's runs of evaluations as a bare list, newest first. Filters are joined by AND; an unknown id finds nothing.",
  envelope: "bare",
  query: z.strictObject({
    log_id: id.optional().meta({ description: "Only this run" }),
    dataset_id: id.optional().meta({ description: "Runs on this dataset" }),
    template_id: id.optional().meta({ description: "Runs of this template" }),
    limit: z
      .int()
      .default(100)
      .transform((limit) => Math.min(MAX_LOGS, Math.max(1, limit)))
      .meta({ description: `At most this many; limited to 1 to ${MAX_LOGS}` }),
  }),
  response: z.array(logRecord),
  example: { limit: 20 },
});

export const getEvalLog = define({
  name: "getEvalLog",
  method: "GET",
  path: "/model-hub/eval-logs/{log_id}/",
  tag,
  summary: "Get a run of an evaluation",
  description: "All details of one run: inputs, output, reason, judge, raw answer, and fingerprint.",
  params: z.object({ log_id: id.meta({ description: "Id of the run" }) }),
  response: z.object({
    log_id: id,
    evaluation_id: id,
    template_id: id,
    template_name: z.string(),
    template_version: z.string(),
    created_at: timestamp,
    source: z.string().meta({ description: "Where the run came from, in words" }),
    status: z.enum(logStatuses),
    outcome: z.enum(outcomes),
    required_keys: z.array(z.string()),
    values: z.record(z.string(), z.unknown()),
    params: z.record(z.string(), z.unknown()),
    output: z.object({ output: z.unknown(), reason: z.string(), warnings: z.array(z.unknown()).optional() }),
    score: z.number().nullable(),
    passed: z.boolean().nullable(),
    model: z.string().nullable(),
    prompt: z.string().nullable().meta({
      description:
        "The prompt version that the evaluated text came from, such as `support-reply@v3`; null if it came from none",
    }),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    raw_answer: z.string().nullable().meta({ description: "The judge's answer, verbatim; null without a judge" }),
    fingerprint: z.string(),
    execution_time: z.number().meta({ description: "Milliseconds" }),
    input_data_types: z.record(z.string(), z.unknown()),
    dataset_id: id.nullable(),
    error_localizer: z.boolean(),
    error_localizer_status: z.enum(localizationStatuses).nullable(),
    error_localizer_message: z.string().nullable(),
    error_details: errorDetails
      .nullable()
      .meta({ description: "The parts of an input that made it fail; null unless they were found" }),
    feedback: z.array(z.object(feedback)).meta({ description: "Feedback on the expected output, newest first" }),
  }),
});

export const deleteEvalLogs = define({
  name: "deleteEvalLogs",
  method: "DELETE",
  path: "/model-hub/get-eval-logs",
  tag,
  summary: "Delete runs of evaluations",
  description:
    "Deletes the organization's runs with these ids, and ignores other ids. 400 if none of them exists, and therefore if the request is repeated.",
  body: z.object({ log_ids: list(id, MAX_DELETED_LOGS).min(1, "At least one log is required.") }),
  response: z.object({ deleted: z.int() }),
  example: { log_ids: ["00000000-0000-4000-8000-000000000000"] },
});

const graph = <Value extends z.ZodType>(value: Value) => z.array(z.object({ timestamp, value }));

export const getEvalMetrics = define({
  name: "getEvalMetrics",
  method: "GET",
  path: "/model-hub/get-eval-metrics",
  tag,
  summary: "Get a template's runs, mean score and failures over time",
  description:
    "The organization's runs of a template on the last days in UTC that match the filters: their number per day, and the mean of the scored ones with its 95 % interval. The mean leaves out failed and unscored runs; a day without scores has no mean. Filters are the same as in the table of runs.",
  errors: ["not_found"],
  query: z.strictObject({
    eval_template_id: id.meta({ description: "The template" }),
    filters: tableQuery.shape.filters,
    days: z.int().min(1).max(90).default(30).meta({ description: "The number of days, including today" }),
  }),
  response: z.object({
    base_eval_template_id: id,
    api_call_count: z.object({
      api_call_count: z.int(),
      count_graph_data: graph(z.int()).meta({ description: "By day, earliest first" }),
    }),
    average: z.object({
      average: z.number().nullable(),
      interval: bounds.nullable().meta({ description: "95 %; null if there is too little data" }),
      avg_graph_data: graph(z.number().nullable()),
    }),
    error_rate: z
      .number()
      .nullable()
      .meta({ description: "The share of the runs that failed, 0 to 1; null without runs" }),
  }),
  example: { eval_template_id: "00000000-0000-4000-8000-000000000000", days: 7 },
});
