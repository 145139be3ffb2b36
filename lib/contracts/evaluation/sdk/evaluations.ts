// Evaluation by a template's name, for the published clients.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../../define";
import { givenObject, id } from "../../shapes";
import { errorDetails } from "../localization";
import { evalOutputs, logStatuses, outcomes } from "../names";
import { modelName, evaluationTag as tag } from "../playground";

/** The most cases in one request. */
export const MAX_CASES = 50;

/** What clients send beside the inputs. Parameters beside `params` would be ignored, and the score be of other settings. */
export const functionConfig = z.strictObject({
  params: givenObject.nullish().meta({ description: "Parameters of the template's function, by name" }),
});

const sdkEval = z.object({
  id,
  eval_id: id,
  name: z.string(),
  description: z.string(),
  eval_tags: z.array(z.string()),
  config: z.object({
    output: z.enum(evalOutputs),
    required_keys: z.array(z.string()),
    optional_keys: z.array(z.string()),
    function_params_schema: z.record(z.string(), z.unknown()),
  }),
});

export const listSdkEvals = define({
  name: "listSdkEvals",
  method: "GET",
  path: "/sdk/api/v1/get-evals/",
  tag,
  summary: "List the evaluations that can be run by name",
  description: "Every listed template, by name, with its inputs, in one answer.",
  response: z.array(sdkEval),
});

export const getSdkTemplate = define({
  name: "getSdkTemplate",
  method: "GET",
  path: "/sdk/api/v1/eval/{eval_id}/",
  tag,
  summary: "Get an evaluation that can be run by name",
  description: "A template with its inputs, by its id from the list.",
  errors: ["not_found"],
  params: z.object({ eval_id: id.meta({ description: "Id of the template" }) }),
  response: sdkEval,
});

/** Published clients read an integer. */
const milliseconds = z.int().meta({ description: "Milliseconds" });

export const evaluation = z.object({
  name: z.string(),
  eval_id: id.nullable().meta({ description: "The log of the run; null without one" }),
  output: z.unknown(),
  output_type: z.enum(evalOutputs),
  outcome: z.enum(outcomes),
  reason: z.string(),
  runtime: milliseconds,
  model: z.string().nullable(),
  error_localizer_enabled: z.boolean(),
  error_localizer: z.null().meta({ description: "Always null here; read it later with the run" }),
  fingerprint: z.string(),
});

export const runSdkEval = define({
  name: "runSdkEval",
  method: "POST",
  path: "/sdk/api/v1/new-eval/",
  tag,
  summary: "Evaluate by a template's name",
  description: `Runs a template on one case and waits for it. If all inputs are lists, each position is a case, up to ${MAX_CASES}. A failed case is an evaluation with the outcome error among the others. A request that cannot run at all is a 400. Each case writes a log.`,
  errors: ["required"],
  // Unknown members are ignored, because clients send more than we read.
  body: z.object({
    eval_name: z.string().min(1, "May not be blank.").max(255),
    inputs: dictionary(z.string().max(255), z.unknown(), 100),
    model: modelName.nullish(),
    config: functionConfig.nullish(),
    error_localizer: z.boolean().nullish(),
  }),
  response: list(z.object({ evaluations: z.array(evaluation) }), MAX_CASES),
  example: {
    eval_name: "contains",
    inputs: { text: "Your parcel is in Riga." },
    config: { params: { keyword: "parcel" } },
  },
});

export const getSdkEval = define({
  name: "getSdkEval",
  method: "GET",
  path: "/sdk/api/v1/new-eval/",
  tag,
  summary: "Get an evaluation that was run",
  description: "The run with this id and its result.",
  errors: ["not_found"],
  query: z.strictObject({ eval_id: id.meta({ description: "Id of the run" }) }),
  response: z.object({
    eval_status: z.enum(["pending", "processing", "completed", "failed"]),
    result: z.object({
      eval_id: id,
      name: z.string(),
      input_data: z.record(z.string(), z.unknown()),
      reason: z.string(),
      runtime: milliseconds,
      model: z.string().nullable(),
      output_type: z.enum(evalOutputs),
      value: z.unknown(),
      status: z.enum(logStatuses),
      outcome: z.enum(outcomes),
      error_localizer_enabled: z.boolean(),
      error_localizer: errorDetails.nullable().meta({ description: "Null until it is complete" }),
    }),
  }),
  example: { eval_id: "00000000-0000-4000-8000-000000000000" },
});
