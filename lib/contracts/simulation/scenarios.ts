import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { modelName } from "../evaluation/playground";
import { givenObject, id, jsonObject, longText, name, page, pageQuery, timestamp } from "../shapes";
import { givenGraph } from "./graph";
import {
  generationKinds,
  generationStatuses,
  scenarioColumnTypes,
  scenarioKinds,
  scenarioRowSources,
  scenarioSources,
  scenarioStatuses,
} from "./scenario-names";
import { simulatorSettings } from "./simulator";
import { bothSpellings } from "./spelling";

const tag = "Scenarios";
const base = "/simulate/scenarios/";
const params = z.object({ scenario_id: id.meta({ description: "Id of the scenario" }) });

/** Most rows per request. */
export const MAX_GENERATED_ROWS = 20_000;
export const MAX_NEW_COLUMNS = 10;
const MAX_PERSONAS = 100;

const rowNumber = z.int().min(1, "At least 1.").max(MAX_GENERATED_ROWS, `At most ${MAX_GENERATED_ROWS}.`);
const guidance = z.string().max(10_000, "At most 10000 characters.");
const mutationId = z.string().min(1, "May not be empty.").max(100, "At most 100 characters.").nullish().meta({
  description:
    "The client's own name for this request. Sending it again with the same name has no second effect and gets the same answer",
});
const generatorModel = modelName.nullish().meta({
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

const simulator = {
  agent_name: z
    .string()
    .max(255)
    .nullish()
    .meta({ description: "Name of the simulator agent; by default the scenario's name" }),
  agent_prompt: longText.nullish().meta({ description: "Replaces the generated prompt" }),
  ...simulatorSettings,
};

const optionalId = z.union([id, z.literal("").transform(() => null)]).nullish();

export const simulatorAgent = z.object({
  id,
  name: z.string(),
  prompt: z.string(),
  voice_provider: z.string(),
  voice_name: z.string(),
  model: z.string(),
  initial_message: z.string(),
});

const columnConfig = z.record(z.string(), z.object({ name: z.string(), type: z.string() }));
const common = {
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
  error: z.string().nullable().meta({ description: "Why it could not be created" }),
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
    agent: simulatorAgent.nullable().meta({ description: "The simulator agent" }),
    prompt_template: id.nullable(),
    prompt_template_detail: jsonObject.nullable(),
    prompt_version: id.nullable(),
    prompt_version_detail: jsonObject.nullable(),
    agent_type: z.enum(["inbound", "outbound", "chat", "prompt"]).nullable(),
  })
  .meta({ id: "Scenario" });
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
        .meta({ description: "For the kind script: address of a text file, at most 1 MB" }),
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
  example: { description: "Refunds after 30 days", prompt: "You are {{persona}}. {{situation}}" },
};
export const editScenario = define({ ...edit, name: "editScenario", method: "PUT" });
export const updateScenario = define({ ...edit, name: "updateScenario", method: "PATCH" });

export const updateScenarioPrompts = define({
  name: "updateScenarioPrompts",
  method: "PUT",
  path: `${base}{scenario_id}/prompts/`,
  tag,
  summary: "Change the prompt of a scenario's simulator",
  description: "The text becomes the simulator agent's prompt. Refused if the scenario has no simulator agent.",
  errors: ["required"],
  envelope: "bare",
  params,
  body: bothSpellings(z.object({ prompts: z.string().max(10_000, "At most 10000 characters.") })),
  response: z.object({ message: z.string(), prompts: z.string() }),
  example: { prompts: "You are {{persona}}. {{situation}}" },
});

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

const MAX_CHECKED_ROWS = 5000;

export const checkScenario = define({
  name: "checkScenario",
  method: "GET",
  path: `${base}{scenario_id}/checks/`,
  tag,
  summary: "Check a scenario before it is run",
  description: `Finds flaws that would make a scenario fail with any agent: an invalid graph, identical rows, empty personas or situations, scripts that say goodbye too early, and expectations that contradict each other or cannot be met. Returns the first 200 findings in the first ${MAX_CHECKED_ROWS} rows. It changes nothing.`,
  envelope: "bare",
  params,
  response: z.object({
    scenario_id: id,
    is_ready: z.boolean().meta({ description: "No finding is an error, and the scenario is completed" }),
    checked_rows: z.int(),
    total_rows: z.int(),
    findings: z.array(
      z.object({
        rule: z.string(),
        severity: z.enum(["error", "warning"]),
        row_id: id.nullable(),
        order: z.int().nullable(),
        position: z.int().nullable().meta({ description: "The row's position in the scenario, from 0" }),
        column: z
          .string()
          .nullable()
          .meta({ description: "The column's name; a path into the graph for the rule graph" }),
        message: z.string(),
      }),
    ),
  }),
});

const MAX_TASKS = 1000;
const target = {
  name: name.optional().meta({ description: "Name of the new scenario; required without scenario_id" }),
  scenario_id: id
    .nullish()
    .meta({ description: "The scenario that gets the rows; without it, a new scenario is created" }),
  agent_definition_id: optionalId.meta({ description: "The agent of a new scenario" }),
};
const added = z.object({ message: z.string(), scenario_id: id, dataset_id: id, row_ids: z.array(id) });

export const importScenarioTasks = define({
  name: "importScenarioTasks",
  method: "POST",
  path: `${base}import-tasks/`,
  tag,
  summary: "Create scenario rows from benchmark tasks",
  description:
    "Takes tasks in the tau²-bench format. user_scenario becomes persona and situation, the actions of evaluation_criteria become expected_tool_calls, and nl_assertions become the outcome; a script or expected_state is kept. If a task cannot be read, the error names it and nothing is added. Each request adds the rows again.",
  envelope: "bare",
  errors: ["not_found", "required"],
  body: bothSpellings(
    z.object({ ...target, tasks: list(givenObject, MAX_TASKS).min(1, "At least one task is required.") }),
  ),
  response: added,
  example: {
    name: "Mock tasks",
    tasks: [
      {
        id: "create_task_1",
        user_scenario: { instructions: { reason_for_call: "You want a task named Meeting for user_1." } },
        evaluation_criteria: { actions: [{ name: "create_task", arguments: { user_id: "user_1", title: "Meeting" } }] },
      },
    ],
  },
});

export const addScenarioRowFromSource = define({
  name: "addScenarioRowFromSource",
  method: "POST",
  path: `${base}from-source/`,
  tag,
  summary: "Create a scenario row from a trace, a session or a call",
  description:
    "Turns a real conversation into a test: the user's messages become the row's script, word for word. Persona, situation and goal come from the request or from the conversation. A source without user messages is refused. Each request adds another row.",
  envelope: "bare",
  errors: ["not_found", "required"],
  body: bothSpellings(
    z.object({
      ...target,
      source_type: z.enum(scenarioRowSources),
      source_id: id,
      persona: givenObject.nullish().meta({ description: "Fields of the persona; the others are chosen at random" }),
      situation: z
        .string()
        .trim()
        .max(4000)
        .nullish()
        .meta({ description: "Replaces the situation from the conversation" }),
      goal: z
        .string()
        .trim()
        .max(4000)
        .nullish()
        .meta({ description: "How the conversation should have ended: the row's outcome" }),
    }),
  ),
  response: added,
  example: {
    name: "Seen in production",
    source_type: "trace",
    source_id: "00000000-0000-4000-8000-000000000000",
    goal: "The customer knows where the parcel is.",
  },
});
