import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, jsonObject, longText, name, page, pageQuery } from "../shapes";
import { bothSpellings } from "../spelling";
import { givenGraph } from "./graph";
import { scenarioKinds, scenarioSources } from "./scenario-names";
import {
  base,
  columnConfig,
  common,
  generatorModel,
  guidance,
  listedScenario,
  MAX_NEW_COLUMNS,
  mutationId,
  newScenarioColumn,
  optionalId,
  params,
  rowNumber,
  tag,
} from "./scenario-parts";
import { simulatorSettings } from "./simulator";

const MAX_PERSONAS = 100;

const simulator = {
  agent_name: z
    .string()
    .max(255)
    .nullish()
    .meta({ description: "Name of the simulator agent; by default the scenario's name" }),
  agent_prompt: longText.nullish().meta({ description: "Replaces the generated prompt" }),
  ...simulatorSettings,
};
export type ListedScenario = z.infer<typeof listedScenario>;

export const createScenario = define({
  name: "createScenario",
  method: "POST",
  path: `${base}create/`,
  tag,
  summary: "Create a scenario from a dataset, a script or a graph",
  description:
    "Creates a scenario in the background. Its source is a dataset of at least 10 rows, which is copied and gets the missing columns; a script of at most 1 MB, which becomes a graph; or a graph that is sent or generated. The rows are then written over the branches of the graph. Poll its progress. Unknown fields are ignored. With a `mutation_id`, repeating the request does not create a second scenario.",
  envelope: "bare",
  errors: ["mutation_id_reused", "required"],
  body: bothSpellings(
    z.object({
      name,
      description: z.string().max(10_000).default(""),
      kind: z.enum(scenarioKinds).default("dataset"),
      source_type: z.enum(scenarioSources).default("agent_definition"),
      agent_definition_id: optionalId.meta({ description: "Required if source_type is agent_definition" }),
      agent_definition_version_id: optionalId.meta({ description: "The newest by default" }),
      dataset_id: optionalId.meta({ description: "For the kind dataset" }),
      script_url: z
        .url("Must be a URL.")
        .max(2000)
        .nullish()
        .meta({ description: "For the kind script: URL of a text file, at most 1 MB" }),
      script: z
        .string()
        .max(1_000_000, "At most 1000000 characters.")
        .nullish()
        .meta({ description: "For the kind script, instead of its URL: the text itself" }),
      generate_graph: z.boolean().default(false),
      graph: givenGraph.nullish(),
      no_of_rows: rowNumber.default(20),
      add_persona_automatically: z.boolean().default(false).meta({
        description: "In addition to the listed personas, use all other personas of the agent's medium",
      }),
      personas: list(id, MAX_PERSONAS).default([]).meta({
        description:
          "Use only these personas, unless add_persona_automatically is set. If empty, use all personas of the agent's medium",
      }),
      custom_columns: list(newScenarioColumn, MAX_NEW_COLUMNS).default([]),
      custom_instruction: guidance.default(""),
      prompt_template_id: optionalId,
      generator_model: generatorModel,
      seed: z.int().min(0).max(2_147_483_647).nullish().meta({ description: "Seed for all random choices" }),
      mutation_id: mutationId,
      ...simulator,
    }),
  ),
  response: z.object({ message: z.string(), scenario: listedScenario, status: z.literal("processing") }),
  example: {
    name: "Refunds",
    kind: "graph",
    agent_definition_id: "00000000-0000-4000-8000-000000000000",
    generate_graph: true,
    no_of_rows: 20,
  },
});

export const listScenarios = define({
  name: "listScenarios",
  method: "GET",
  path: base,
  tag,
  summary: "List scenarios, newest first",
  description: "A page of the workspace's scenarios, newest first. The search covers names and sources.",
  envelope: "page",
  query: z.strictObject({
    search: z.string().max(255).optional().meta({ description: "Part of the name or the source, case-insensitive" }),
    agent_definition_id: id.optional().meta({ description: "Only scenarios of this agent" }),
    agent_type: z.enum(["voice", "text"]).optional().meta({ description: "text includes scenarios of prompts" }),
    ...pageQuery,
  }),
  response: page(listedScenario),
  example: { search: "refund", page: 1, limit: 20 },
});

const detail = z
  .object({
    ...common,
    dataset_id: id.nullable(),
    dataset_column_config: columnConfig
      .nullable()
      .meta({ description: "Column id → name and type, in column order; null without a dataset" }),
    graph: jsonObject,
    graph_version: z.int().nullable().meta({ description: "Counts from 1; null without a graph" }),
    prompts: z.array(z.object({ role: z.literal("system"), content: z.string() })),
    agent_type: z.enum(["voice", "text"]).nullable(),
    simulator_agent: id.nullable(),
    seed: z.int(),
  })
  .meta({ id: "ScenarioDetail" });
export type ScenarioDetail = z.infer<typeof detail>;

export const getScenario = define({
  name: "getScenario",
  method: "GET",
  path: `${base}{scenario_id}/`,
  tag,
  summary: "Get a scenario",
  description: "A scenario with its graph, its simulator's prompt and the columns of its dataset.",
  envelope: "bare",
  params,
  response: detail,
});

const edit = {
  path: `${base}{scenario_id}/edit/`,
  tag,
  summary: "Edit a scenario",
  description:
    "Changes only the fields that are sent, with PUT as with PATCH. A graph is validated and becomes a new version; existing rows are not rewritten. A prompt becomes the simulator agent's prompt and may use {{persona}}, {{situation}} and every column. With `base_graph_version` or `base_prompt`, a graph or prompt that has changed since then is a 409, and nothing changes. An empty body changes nothing.",
  envelope: "bare" as const,
  params,
  body: bothSpellings(
    z.object({
      name: name.optional(),
      description: z.string().max(10_000).optional(),
      graph: givenGraph.nullish(),
      base_graph_version: z
        .int()
        .min(0)
        .optional()
        .meta({ description: "The graph version that this graph is based on" }),
      prompt: longText.optional(),
      base_prompt: longText.optional().meta({ description: "The prompt that this prompt is based on" }),
    }),
  ),
  response: z.object({ message: z.string(), scenario: listedScenario }),
  errors: ["conflict" as const],
  example: { description: "Refunds after 30 days", prompt: "You are {{persona}}. {{situation}}" },
};
export const editScenario = define({ ...edit, name: "editScenario", method: "PUT" });
export const updateScenario = define({ ...edit, name: "updateScenario", method: "PATCH" });

const changePrompts = {
  path: `${base}{scenario_id}/prompts/`,
  tag,
  summary: "Change the prompt of a scenario's simulator",
  description: "The text becomes the simulator agent's prompt. Refused if the scenario has no simulator agent.",
  errors: ["required" as const],
  envelope: "bare" as const,
  params,
  body: bothSpellings(z.object({ prompts: z.string().max(10_000, "At most 10000 characters.") })),
  response: z.object({ message: z.string(), prompts: z.string() }),
  example: { prompts: "You are {{persona}}. {{situation}}" },
};
export const updateScenarioPrompts = define({ ...changePrompts, name: "updateScenarioPrompts", method: "PUT" });
export const patchScenarioPrompts = define({ ...changePrompts, name: "patchScenarioPrompts", method: "PATCH" });

export const deleteScenario = define({
  name: "deleteScenario",
  method: "DELETE",
  path: `${base}{scenario_id}/delete/`,
  tag,
  summary: "Delete a scenario",
  description: "Deletes a scenario with its graphs, and stops writing its rows. Its dataset stays.",
  envelope: "bare",
  params,
  response: z.object({ message: z.string() }),
});
