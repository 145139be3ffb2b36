import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { givenObject, id, timestamp } from "../shapes";
import { templateIds } from "./groups";
import { bindingTargets } from "./names";
import { mapping, modelName } from "./playground";
import { filterItem } from "./shapes/filters";

const tag = "Evaluation groups";
const base = "/model-hub/eval-groups/";

const scopes = z.strictObject({
  project_id: id.nullish(),
  prompt_template_id: id.nullish(),
  dataset_id: id.nullish(),
  simulate_id: id.nullish(),
  experiment_id: id.nullish(),
  kb_id: id.nullish(),
  model: modelName.nullish(),
  error_localizer: z.boolean().default(false),
  filters: list(filterItem, 50).nullish(),
});

export const applyEvalGroup = define({
  name: "applyEvalGroup",
  method: "POST",
  path: `${base}apply-eval-group/`,
  tag,
  summary: "Apply an evaluation group to data",
  description:
    "Creates a user evaluation metric for each member, bound to the dataset, project, prompt or run test that the filters name. Each gets the part of the mapping that its template uses, or all of it if the template names no inputs. Nothing runs yet. Applying a group to a dataset or run test again creates new names; a tracing project reuses identical metrics, and a prompt updates those of the same name. Applied to an experiment that has ended, the members evaluate its outputs at once; each must read the output column. All or nothing.",
  errors: ["not_found", "conflict"],
  body: z.object({
    eval_group_id: id,
    page_id: z.enum(bindingTargets),
    mapping: mapping.meta({ description: "Maps template inputs to their sources, e.g. a column's id" }),
    filters: scopes.default({ error_localizer: false }),
    deselected_evals: templateIds.default([]),
    params: givenObject.default({}).meta({ description: "Parameters; each template uses those that it defines" }),
  }),
  response: z
    .array(
      z.object({
        id,
        eval_template_id: id,
        name: z.string(),
        mapping: z.record(z.string(), z.unknown()),
        config: z.record(z.string(), z.unknown()),
        params: z.record(z.string(), z.unknown()),
        function_params_schema: z.record(z.string(), z.unknown()),
        eval_required_keys: z.array(z.string()),
        updated_at: timestamp,
        eval_group: z.string(),
      }),
    )
    .nullable()
    .meta({
      description: "The metrics of a tracing project, a prompt or a run test; null for a dataset or an experiment",
    }),
  example: {
    eval_group_id: "00000000-0000-4000-8000-000000000000",
    page_id: "DATASET",
    filters: { dataset_id: "00000000-0000-4000-8000-000000000001" },
    mapping: { input: "00000000-0000-4000-8000-000000000002" },
  },
});
