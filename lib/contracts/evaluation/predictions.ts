// Columns that a model fills: a prompt over the rows of a dataset.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { givenObject, id, name } from "../shapes";
import { modelName } from "./playground";
import { startedRun } from "./shapes/run-shapes";

const tag = "Dataset rows and columns";

const text = z.string().max(100_000);
const textPart = z.object({ type: z.literal("text"), text });
const textOfParts = list(textPart, 20)
  .transform((parts) => parts.map((part) => part.text).join("\n"))
  .pipe(z.string());

const message = z.object({
  role: z.enum(["system", "user", "assistant"]).default("user"),
  content: z.union([text, textOfParts]).meta({
    description: "A text or text parts. {{column}} is replaced by the row's cell in the column with that name or id",
  }),
});

/** The request to the model for each row. */
export const predictionConfig = z.object({
  model: modelName.min(1, "This field is required.").meta({ description: "Any model of the gateway" }),
  messages: list(message, 50).min(1, "At least one message is required."),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  max_tokens: z.int().min(1).max(1_000_000).nullish(),
  response_format: z
    .union([z.enum(["text", "json_object"]), givenObject])
    .nullish()
    .meta({ description: "text, json_object, or an object in the format of chat completions; null for text" }),
  tools: list(givenObject, 128).nullish().meta({ description: "In the format of chat completions; null for none" }),
  tool_choice: z
    .union([z.string().max(100), givenObject])
    .nullish()
    .meta({ description: "In the format of chat completions; null for none" }),
});
export type PredictionConfig = z.infer<typeof predictionConfig>;

const column = z.object({ column_id: id, column_name: z.string(), run: startedRun.nullable() });

export const addPredictionColumn = define({
  name: "addPredictionColumn",
  method: "POST",
  path: "/model-hub/develops/add_run_prompt_column/",
  tag,
  summary: "Add a column that a model fills",
  description:
    "Adds a column whose cells are a model's answers to a prompt, in which {{column}} is replaced by the row's cell, and starts a run over all rows unless `run` is false. The model is called through the gateway with the organization's key named Evaluations. A variable without a matching column gives 400. Repeating the request is refused because the name is taken.",
  errors: ["not_found"],
  body: z.object({
    dataset_id: id,
    name,
    config: predictionConfig,
    run: z.boolean().default(true).meta({ description: "Whether to fill the rows at once" }),
  }),
  response: column,
  example: {
    dataset_id: "00000000-0000-4000-8000-000000000000",
    name: "answer",
    config: { model: "sandbox/echo", messages: [{ role: "user", content: "Answer briefly: {{question}}" }] },
  },
});

export const editPredictionColumn = define({
  name: "editPredictionColumn",
  method: "POST",
  path: "/model-hub/develops/edit_run_prompt_column/",
  tag,
  summary: "Change the prompt of a column and fill it again",
  description:
    "Changes a column's prompt, and starts a run over all rows unless `run` is false. Earlier runs keep their prompts.",
  errors: ["not_found"],
  body: z.object({
    dataset_id: id,
    column_id: id,
    name: name.optional(),
    config: predictionConfig,
    run: z.boolean().default(true),
  }),
  response: column,
  example: {
    dataset_id: "00000000-0000-4000-8000-000000000000",
    column_id: "00000000-0000-4000-8000-000000000001",
    config: { model: "sandbox/echo", messages: [{ role: "user", content: "Answer in French: {{question}}" }] },
  },
});
