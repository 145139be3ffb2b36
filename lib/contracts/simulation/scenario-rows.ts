// Adds AI-written rows and columns to a scenario, and shows the progress.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { bothSpellings } from "../spelling";
import { generationKinds, generationStatuses, scenarioStatuses } from "./scenario-names";
import {
  base,
  generatorModel,
  guidance,
  listedScenario,
  MAX_NEW_COLUMNS,
  mutationId,
  newScenarioColumn,
  params,
  rowNumber,
  tag,
} from "./scenario-parts";

const started = z.object({ message: z.string(), scenario_id: id, dataset_id: id });

export const addScenarioRows = define({
  name: "addScenarioRows",
  method: "POST",
  path: `${base}{scenario_id}/add-rows/`,
  tag,
  summary: "Add rows written by AI",
  description:
    "Adds empty rows at once and fills them in the background, guided by the description. Poll the progress. Each request adds rows, unless it repeats a `mutation_id`.",
  envelope: "bare",
  errors: ["mutation_id_reused", "required"],
  params,
  body: bothSpellings(
    z.object({
      num_rows: rowNumber,
      description: guidance.nullish(),
      generator_model: generatorModel,
      mutation_id: mutationId,
    }),
  ),
  response: started.extend({ num_rows: z.int() }),
  example: { num_rows: 10, description: "Callers who have lost their receipt" },
});

export const addScenarioColumns = define({
  name: "addScenarioColumns",
  method: "POST",
  path: `${base}{scenario_id}/add-columns/`,
  tag,
  summary: "Add columns written by AI",
  description:
    "Adds up to 10 columns at the end and fills them for every row in the background. An existing column name (ignoring case) or a scenario without rows is refused.",
  envelope: "bare",
  errors: ["mutation_id_reused", "required"],
  params,
  body: bothSpellings(
    z.object({
      columns: list(newScenarioColumn, MAX_NEW_COLUMNS).min(1, "At least one column is required."),
      generator_model: generatorModel,
      mutation_id: mutationId,
    }),
  ),
  response: started.extend({ columns: z.array(z.string()) }),
  example: { columns: [{ name: "order_number", data_type: "text", description: "Eight digits, begins with 7" }] },
});

export const getScenarioColumns = define({
  name: "getScenarioColumns",
  method: "GET",
  path: `${base}get-columns/`,
  tag,
  summary: "Get the columns of several scenarios",
  description: "The listed scenarios with the columns of their datasets. Ids from outside the workspace are left out.",
  envelope: "bare",
  query: z.strictObject({
    scenarios: z.string().max(8000).meta({ description: 'JSON: a list of at most 100 ids, ["…"]' }),
  }),
  response: z.object({ column_configs: z.array(listedScenario) }),
  example: { scenarios: '["00000000-0000-4000-8000-000000000000"]' },
});

const failedRow = z.object({ row_id: id, order: z.int(), reason: z.string(), attempts: z.int() });
const generation = z
  .object({
    id,
    kind: z.enum(generationKinds),
    status: z.enum(generationStatuses),
    error: z.string().nullable(),
    guidance: z.string(),
    total: z.int(),
    written: z.int(),
    failed: z.int(),
    waiting: z.int(),
    traces: z
      .object({
        seen: z.int(),
        left_out: z.int().meta({ description: "Traces without user messages, or with a row already" }),
      })
      .nullable()
      .meta({ description: "Of the traces that its rows are made of; null if rows are written" }),
    writers: z.array(z.string()).meta({ description: "Models that wrote rows, or deterministic" }),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
    failures: z.array(failedRow).meta({ description: "The first 50 rows that could not be written, with reasons" }),
  })
  .meta({ id: "ScenarioGeneration" });

export const getScenarioProgress = define({
  name: "getScenarioProgress",
  method: "GET",
  path: `${base}{scenario_id}/progress/`,
  tag,
  summary: "Get the progress of a scenario",
  description:
    "Rows that are written, waiting or failed, with a reason for each failed row, for the newest 20 requests for rows or columns.",
  envelope: "bare",
  params,
  response: z.object({
    scenario_id: id,
    status: z.enum(scenarioStatuses),
    error: z.string().nullable(),
    is_writing: z.boolean(),
    generations: z.array(generation),
  }),
});

export const retryScenario = define({
  name: "retryScenario",
  method: "POST",
  path: `${base}{scenario_id}/retry/`,
  tag,
  summary: "Retry the failed rows of a scenario",
  description:
    "Writes only the failed rows again. A scenario whose creation failed continues from where it stopped. If nothing failed, nothing changes.",
  envelope: "bare",
  params,
  body: bothSpellings(z.object({ generator_model: generatorModel })),
  response: z.object({
    message: z.string(),
    rows: z.int().meta({ description: "Number of rows that are written again" }),
  }),
});
