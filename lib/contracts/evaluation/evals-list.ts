import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { documentedAs } from "../documented";
import { id, timestamp } from "../shapes";
import { base } from "./groups";
import { templateTypes } from "./names";

const tag = "Evaluation groups";

const templateItem = z.looseObject({
  id,
  name: z.string(),
  eval_template_name: z.string(),
  eval_required_keys: z.array(z.string()),
  eval_template_tags: z.array(z.string()),
  description: z.string(),
  eval_type: z.string(),
  output_type: z.string(),
  template_type: z.enum(templateTypes),
  updated_at: timestamp,
  model: z.string().nullable(),
  owner: z.enum(["system", "user"]),
});

const texts = list(z.string().max(255), 50).optional();

const evalsQuery = {
  search_text: z.string().max(255).optional().meta({ description: "Part of the name, ignoring case" }),
  eval_categories: z.enum(["futureagi_built", "user_built"]).optional().meta({ description: "Built-in or custom" }),
  eval_type: z
    .enum(["user", "previously_configured"])
    .optional()
    .meta({ description: "List the dataset's metrics instead of templates" }),
  eval_tags: texts.meta({ description: "Templates with one of these tags" }),
  use_cases: texts.meta({ description: "Templates with one of these tags as well" }),
  experiment_id: id.optional().meta({ description: "An experiment of the dataset" }),
  order: z.enum(["simulate"]).optional().meta({ description: "Templates for audio and conversations first" }),
};

/** Published clients have another name for eval_tags. */
const otherTags = { "eval_tags[]": texts };
const shownQuery = z.strictObject(evalsQuery);
const shownListQuery = z.strictObject({
  dataset_id: id.optional().meta({ description: "The dataset" }),
  ...evalsQuery,
});

const evalsResponse = z.object({ evals: z.array(templateItem), eval_recommendations: z.array(z.string()) });

export const listEvals = define({
  name: "listEvals",
  method: "GET",
  path: `${base}get_evals_list/`,
  tag,
  summary: "List evaluations for a dataset",
  description:
    "Templates that can be added to a dataset, or with eval_type its existing metrics. Hidden templates and drafts are left out.",
  errors: ["not_found"],
  query: documentedAs(shownListQuery.extend(otherTags), shownListQuery),
  response: evalsResponse,
  example: { search_text: "tox", eval_tags: ["SAFETY"] },
});

export const listDatasetEvals = define({
  name: "listDatasetEvals",
  method: "GET",
  path: "/model-hub/develops/{dataset_id}/get_evals_list/",
  tag,
  summary: "List evaluations for the dataset of the path",
  description:
    "Templates that can be added to the dataset, or with eval_type its existing metrics. Hidden templates and drafts are left out.",
  params: z.object({ dataset_id: id.meta({ description: "Id of the dataset" }) }),
  query: documentedAs(shownQuery.extend(otherTags), shownQuery),
  response: evalsResponse,
  example: { eval_type: "user" },
});
