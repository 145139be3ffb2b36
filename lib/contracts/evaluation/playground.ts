import { z } from "zod";
import { dictionary } from "@/lib/bounds/list";
import { define } from "../define";
import { givenObject, id, sourceId } from "../shapes";
import { bothSpellings } from "../spelling";
import { evalOutputs, outcomes } from "./names";

export const evaluationTag = "Evaluation";

const MAX_INPUTS = 100;
/** Inputs by name, as literal data. */
export const mapping = dictionary(z.string().max(255), z.unknown(), MAX_INPUTS);
export const modelName = z.string().max(100, "At most 100 characters.");

const warning = z.object({
  type: z.literal("partial_input"),
  empty_keys: z.array(z.string()),
  filled_keys: z.array(z.string()),
  message: z.string(),
});

const evaluationResult = z
  .object({
    output: z.unknown().meta({
      description:
        "Passed or Failed, a number, a label, a list of labels, or an object with score and choice; null if the run is unscored",
    }),
    reason: z.string(),
    model: z.string().nullable().meta({ description: "The judge, as provider/model; null without a judge" }),
    metadata: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "Tokens, cost, traces of the judge; null without a judge" }),
    output_type: z.enum(evalOutputs),
    log_id: id.nullable().meta({ description: "The log of the run; null if it could not be written" }),
    outcome: z
      .enum(outcomes)
      .meta({ description: "An unscored run does not count as 0: it has a reason and no output" }),
    fingerprint: z.string().meta({ description: "Runs with the same fingerprint have comparable scores" }),
    warnings: z.array(warning).optional(),
  })
  .meta({ id: "EvaluationResult" });

const sourceName = sourceId.nullish();
const context = givenObject.nullish();
/** Contexts that criteria can use without a mapping. */
export const runContexts = {
  row_context: context,
  span_context: context,
  trace_context: context,
  session_context: context,
  call_context: context,
};

export const runInPlayground = define({
  name: "runInPlayground",
  method: "POST",
  path: "/model-hub/eval-playground/",
  tag: evaluationTag,
  summary: "Run an evaluation template on inputs",
  description:
    "Runs a template once, waits for it, and writes a log, even if the run fails. Computed templates need no model. Judges are called through the gateway with the organization's key named Evaluations, whose limits and budgets apply, and never use the cache. If a judge gives no usable answer, even after a retry, the response is a 400 with the reason. Each request is a new run.",
  errors: ["required"],
  envelope: "bare",
  // Unknown members are ignored, because clients send more than we read.
  body: bothSpellings(
    z
      .object({
        template_id: id,
        version_number: z.int().min(1).max(2_147_483_647).optional().meta({
          description: "The template's version to run (default: the current one)",
        }),
        mapping: mapping.optional().meta({ description: "Input name → data. Required, here or in `config`" }),
        model: modelName
          .nullish()
          .meta({ description: "The judge to use instead of the template's: any model of the gateway" }),
        kb_id: id.nullish(),
        error_localizer: z.boolean().optional(),
        input_data_types: givenObject.optional(),
        config: givenObject.nullish().meta({ description: "May contain mapping, params and run_config" }),
        params: givenObject
          .nullish()
          .meta({ description: "Parameters of the function; those in config take precedence" }),
        ...runContexts,
        span_id: sourceName.meta({ description: "The span to use as span_context, unless span_context is sent" }),
        trace_id: sourceName.meta({ description: "The same for trace_context" }),
        session_id: sourceName.meta({ description: "The same for session_context" }),
        call_id: sourceName.meta({ description: "The same for call_context: a call of a test run" }),
      })
      .refine((body) => body.mapping ?? body.config?.mapping, {
        path: ["mapping"],
        error: "This field is required.",
        // Beside other mistakes too.
        when: () => true,
      }),
  ),
  response: z.object({
    status: z.literal(true),
    result: evaluationResult,
    execution_time: z.number().meta({ description: "Milliseconds" }),
  }),
  example: {
    template_id: "00000000-0000-4000-8000-000000000000",
    mapping: { input: "Where is my parcel?", output: "At the depot in Riga." },
    model: "sandbox/judge",
  },
});
