// Evaluations of a run test.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../../define";
import { mapping, modelName } from "../../evaluation/playground";
import { filterItem } from "../../evaluation/shapes/filters";
import { givenObject, id, name } from "../../shapes";
import { bothSpellings } from "../../spelling";
import { anId, evaluationsConfig, one, params, tag } from "./run-test-parts";

export const evalConfig = z
  .object({
    id,
    name: z.string(),
    template_id: id,
    template_name: z.string(),
    version_number: z.int().nullable(),
    config: z.record(z.string(), z.unknown()),
    mapping: z.record(z.string(), z.unknown()),
    filters: z.array(z.unknown()),
    error_localizer: z.boolean(),
    model: z.string().nullable(),
    status: z.string(),
    eval_group: z.string().nullable(),
    eval_required_keys: z.array(z.string()),
  })
  .meta({ id: "RunTestEvaluation" });

export const addEvalConfigs = define({
  name: "addEvalConfigs",
  method: "POST",
  path: `${one}eval-configs/`,
  tag,
  summary: "Add evaluations to a run test",
  description:
    "Adds evaluations to a run test. Finished calls keep their results until you evaluate them again. Names are unique in a run test. If any evaluation is invalid, none is added.",
  errors: ["required"],
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({ evaluations_config: evaluationsConfig.min(1, "At least one evaluation is required.") }),
  ),
  response: z.object({ message: z.string(), created_eval_configs: z.array(evalConfig), run_test_id: id }),
  example: { evaluations_config: [{ template_id: anId, mapping: { conversation: "transcript" } }] },
});

const configParams = z.object({
  run_test_id: id.meta({ description: "Id of the run test" }),
  eval_config_id: id.meta({ description: "Id of the evaluation" }),
});

export const deleteEvalConfig = define({
  name: "deleteEvalConfig",
  method: "DELETE",
  path: `${one}eval-configs/{eval_config_id}/`,
  tag,
  summary: "Remove an evaluation from a run test",
  description: "Removes an evaluation from a run test. Its results are hidden, not erased.",
  envelope: "bare",
  params: configParams,
  response: z.object({ message: z.string() }),
});

export const getEvalConfigStructure = define({
  name: "getEvalConfigStructure",
  method: "GET",
  path: `${one}eval-configs/{eval_config_id}/get-structure/`,
  tag,
  summary: "Get an evaluation of a run test",
  description: "The evaluation with the inputs and parameters of its template.",
  envelope: "bare",
  params: configParams,
  response: evalConfig.extend({
    description: z.string(),
    optional_keys: z.array(z.string()),
    output: z.string(),
    function_params_schema: z.record(z.string(), z.unknown()),
  }),
});

export const updateEvalConfig = define({
  name: "updateEvalConfig",
  method: "POST",
  path: `${one}eval-configs/{eval_config_id}/update/`,
  tag,
  summary: "Change an evaluation of a run test",
  description:
    "Changes only the fields that are sent. With another template, the mapping keeps the inputs that both templates have. A mapping with inputs that the template does not have is refused. With run and test_execution_id, the calls of that execution are evaluated again; earlier results are kept. If they cannot be, nothing is changed.",
  errors: ["not_found", "service_unavailable"],
  envelope: "bare",
  params: configParams,
  body: bothSpellings(
    z.object({
      name: name.optional(),
      template_id: id.optional(),
      config: givenObject.optional(),
      mapping: mapping.optional(),
      filters: list(filterItem, 50).optional(),
      error_localizer: z.boolean().optional(),
      model: modelName.nullish(),
      kb_id: id.nullish(),
      run: z.boolean().default(false),
      test_execution_id: id.nullish(),
    }),
  ),
  response: evalConfig,
  example: { mapping: { conversation: "transcript" }, error_localizer: true },
});
