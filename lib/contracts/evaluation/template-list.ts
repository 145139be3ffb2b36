import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { evalTypes, outputTypes, templateTypes } from "./names";

const tag = "Evaluation templates";
const base = "/model-hub/eval-templates/";

const filterNames = ["eval_type", "output_type", "template_type", "tags", "created_by", "names"] as const;

const values = list(z.string().max(255), 100).optional();

const filters = z.object(
  // Safe: each name, with and without _not, gets the same schema.
  Object.fromEntries(
    filterNames.flatMap((name) => [
      [name, values],
      [`${name}_not`, values],
    ]),
  ) as Record<(typeof filterNames)[number] | `${(typeof filterNames)[number]}_not`, typeof values>,
);

const recentRuns = {
  thirty_day_run_count: z.int(),
  error_rate: z.number().nullable().meta({ description: "The share of these runs that failed; null without runs" }),
  thirty_day_error_rate: z
    .array(z.object({ day: z.string(), rate: z.number() }))
    .nullable()
    .meta({ description: "The share of a day's runs that failed, for days with runs; null without runs" }),
  thirty_day_chart: z.array(z.object({ day: z.string(), runs: z.int() })),
};

const listedTemplate = z.object({
  id,
  name: z.string(),
  description: z.string(),
  template_type: z.enum(templateTypes),
  eval_type: z.enum(evalTypes),
  output_type: z.enum(outputTypes),
  owner: z.enum(["system", "user"]),
  created_by_name: z.string(),
  version_count: z.int(),
  current_version: z.string(),
  last_updated: timestamp,
  ...recentRuns,
  tags: z.array(z.string()),
});

export const listEvalTemplates = define({
  name: "listEvalTemplates",
  scope: "read",
  method: "POST",
  path: `${base}list/`,
  tag,
  access: "read",
  summary: "List evaluation templates",
  description:
    "A page of the built-in templates and the organization's own, with their runs of the last thirty days. Hidden templates are left out, and drafts by default. Filters are joined by AND and ignore case.",
  body: z.object({
    page: z.int().min(0).max(1_000_000).default(0),
    page_size: z.int().min(1).max(100).default(25),
    search: z.string().max(255).nullish(),
    owner_filter: z.enum(["all", "user", "system"]).default("all"),
    drafts: z.boolean().default(false).meta({ description: "List the organization's drafts instead" }),
    filters: filters.nullish(),
    sort_by: z.enum(["name", "updated_at", "created_at"]).default("updated_at"),
    sort_order: z.enum(["asc", "desc"]).default("desc"),
  }),
  response: z.object({ items: z.array(listedTemplate), total: z.int(), page: z.int(), page_size: z.int() }),
  example: { search: "tone", filters: { eval_type: ["agent"] } },
});

export const listEvalTemplateCharts = define({
  name: "listEvalTemplateCharts",
  scope: "read",
  method: "POST",
  path: `${base}list-charts/`,
  tag,
  access: "read",
  summary: "List the recent runs of several templates",
  description: "The runs of the last thirty days by template and day, in UTC. Ids without a template are left out.",
  body: z.object({ template_ids: list(id, 1000) }),
  response: z.object({ charts: z.record(id, z.object(recentRuns)) }),
  example: { template_ids: ["00000000-0000-4000-8000-000000000000"] },
});

const names = {
  tag,
  summary: "List the names of evaluation templates",
  description:
    "Id, name and description of every listed template, by name, in one response. With `search`, those whose name has this part; the whole name also finds a template that lists leave out.",
};

const named = z.array(z.object({ id, name: z.string(), description: z.string() }));

export const listEvalTemplateNames = define({
  ...names,
  name: "listEvalTemplateNames",
  scope: "read",
  method: "POST",
  path: "/model-hub/get-eval-template-names",
  access: "read",
  body: z.object({ search: z.string().max(255).nullish() }),
  response: named,
  example: { search: "tone" },
});
