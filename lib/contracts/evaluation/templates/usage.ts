import { z } from "zod";
import { define } from "../../define";
import { id, timestamp } from "../../shapes";
import { logSources, logStatuses, outcomes, usagePeriods } from "../names";
import { estimate } from "../shapes/estimates";

const figures = {
  runs: z.int(),
  scored: z.int(),
  unscored: z.int(),
  error: z.int(),
  passed: z.int(),
  failed: z.int(),
  score: estimate,
};

const run = z.object({
  log_id: id,
  created_at: timestamp,
  version: z.string(),
  source: z.enum(logSources),
  status: z.enum(logStatuses),
  outcome: z.enum(outcomes),
  output: z.unknown(),
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
  reason: z.string(),
  model: z.string().nullable(),
  execution_time: z.number().meta({ description: "Milliseconds" }),
});

export const getEvalTemplateUsage = define({
  name: "getEvalTemplateUsage",
  method: "GET",
  path: "/model-hub/eval-templates/{id}/usage/",
  tag: "Evaluation templates",
  summary: "Get a template's runs in a period",
  description:
    "The organization's runs of a template: number, outcomes, and mean score with its 95 % interval, in total and in equal parts of the period, and a page of the runs, newest first. The parts are minutes for 30m, quarters of an hour for 6h, hours for 1d, and days in UTC otherwise, earliest first, including those without runs. Different judges and parameters are combined here, and different versions unless one is named.",
  params: z.object({ id: id.meta({ description: "Id of the template" }) }),
  query: z.strictObject({
    period: z.enum(usagePeriods).default("30d").meta({ description: "The period, up to now" }),
    days: z.int().min(1).max(90).optional().meta({ description: "This number of days, including today, instead" }),
    version: z
      .string()
      .regex(/^[Vv]?[1-9]\d{0,8}$/, "Must be a version such as V2.")
      .optional()
      .meta({ description: "Only runs of this version, such as V2" }),
    page: z.int().min(0).max(1_000_000).default(0).meta({ description: "0-based page of the runs" }),
    page_size: z.int().min(1).max(100).default(25),
  }),
  response: z.object({
    template_id: id,
    stats: z.object(figures),
    chart: z.array(z.object({ timestamp, ...figures })),
    logs: z.object({ items: z.array(run), total: z.int(), page: z.int(), page_size: z.int() }),
  }),
  example: { period: "7d", version: "V2" },
});
