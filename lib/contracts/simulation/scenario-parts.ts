// What the operations on scenarios share.
import { z } from "zod";
import { modelName } from "../evaluation/playground";
import { id, jsonObject, timestamp } from "../shapes";
import { bothSpellings } from "../spelling";
import { scenarioColumnTypes, scenarioKinds, scenarioSources, scenarioStatuses } from "./scenario-names";

export const tag = "Scenarios";
export const base = "/simulate/scenarios/";
export const params = z.object({ scenario_id: id.meta({ description: "Id of the scenario" }) });

/** Most rows per request. */
export const MAX_GENERATED_ROWS = 20_000;
export const MAX_NEW_COLUMNS = 10;

export const rowNumber = z.int().min(1, "At least 1.").max(MAX_GENERATED_ROWS, `At most ${MAX_GENERATED_ROWS}.`);
export const guidance = z.string().max(10_000, "At most 10000 characters.");
export const mutationId = z.string().min(1, "May not be empty.").max(100, "At most 100 characters.").nullish().meta({
  description:
    "The client's own name for this request. Sending it again with the same name has no second effect and gets the same answer",
});
export const generatorModel = modelName.nullish().meta({
  description:
    "The gateway model that writes. By default, the model to which turing_large is mapped. If there is none, or for the model `deterministic`, rules write the rows. Each row names its writer",
});

export const newScenarioColumn = bothSpellings(
  z.object({
    name: z.string().trim().min(1, "May not be blank.").max(50, "At most 50 characters."),
    data_type: z.enum(scenarioColumnTypes),
    description: z.string().trim().min(1, "May not be blank.").max(200, "At most 200 characters."),
  }),
);

export const optionalId = z.union([id, z.literal("").transform(() => null)]).nullish();

const simulatorAgent = z.object({
  id,
  name: z.string(),
  prompt: z.string(),
  voice_provider: z.string(),
  voice_name: z.string(),
  model: z.string(),
  initial_message: z.string(),
});

export const columnConfig = z.record(z.string(), z.object({ name: z.string(), type: z.string() }));
export const common = {
  id,
  name: z.string(),
  description: z.string(),
  source: z.string().meta({ description: "A description of its source" }),
  scenario_type: z.enum(scenarioKinds),
  source_type: z.enum(scenarioSources),
  organization: id,
  dataset: id.nullable(),
  dataset_rows: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
  deleted: z.boolean(),
  deleted_at: timestamp.nullable(),
  status: z.enum(scenarioStatuses),
  error: z.string().nullable().meta({ description: "Why it could not be created; null if it could" }),
  agent_definition_id: id.nullable(),
  agent_definition_version_id: id.nullable(),
};

export const listedScenario = z
  .object({
    ...common,
    scenario_type_display: z.string(),
    source_type_display: z.string(),
    dataset_column_config: z
      .union([columnConfig, z.array(z.never())])
      .meta({ description: "Column id → name and type; an empty list without columns" }),
    graph: jsonObject,
    agent: simulatorAgent.nullable().meta({ description: "The simulator agent; null without one" }),
    prompt_template: id.nullable(),
    prompt_template_detail: jsonObject.nullable(),
    prompt_version: id.nullable(),
    prompt_version_detail: jsonObject.nullable(),
    agent_type: z.enum(["inbound", "outbound", "chat", "prompt"]).nullable(),
  })
  .meta({ id: "Scenario" });
