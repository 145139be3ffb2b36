// Columns that a model fills: a prompt over the rows of a dataset.
import { z } from "zod";
import { define } from "../define";
import { id, name } from "../shapes";
import { predictionConfig } from "./shapes/prediction-config";
import { startedRun } from "./shapes/run-shapes";

const tag = "Dataset rows and columns";

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
