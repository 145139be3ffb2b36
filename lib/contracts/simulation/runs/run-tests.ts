// Run tests: which scenarios test an agent, and how to run them.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../../define";
import { id, name, page, pageQuery } from "../../shapes";
import { bothSpellings } from "../../spelling";
import { runTest } from "./run-test";
import {
  anId,
  base,
  type evalConfigInput,
  evaluationsConfig,
  MAX_EVAL_CONFIGS,
  one,
  params,
  scenarioIds,
  settings,
  tag,
} from "./run-test-parts";

const MAX_ROW_IDS = 20_000;
const description = z.string().max(10_000, "At most 10000 characters.");
export type EvalConfigInput = z.output<typeof evalConfigInput>;
const rowIds = list(id, MAX_ROW_IDS).meta({ description: "Rows of the scenarios to run; empty for all" });

export const createRunTest = define({
  name: "createRunTest",
  method: "POST",
  path: `${base}create/`,
  tag,
  summary: "Create a run test",
  description:
    "Saves which scenarios test which agent and how the calls are judged. Nothing runs yet. Fields may be in camelCase or snake_case; unknown fields are ignored. Evaluations named in eval_config_ids are copied from their run tests. Names are unique in a workspace, ignoring case. If any part is invalid, nothing is created.",
  errors: ["required", "not_found"],
  envelope: "bare",
  body: bothSpellings(
    z.object({
      name,
      description: description.default(""),
      agent_definition_id: id,
      agent_version: id.nullish().meta({ description: "Null runs the agent's active version at the time" }),
      scenario_ids: scenarioIds.min(1, "At least one scenario is required."),
      eval_config_ids: list(id, MAX_EVAL_CONFIGS).default([]),
      evaluations_config: evaluationsConfig.default([]),
      dataset_row_ids: rowIds.default([]),
      enable_tool_evaluation: z.boolean().default(false),
      simulator_agent_id: id.nullish().meta({ description: "Replaces each scenario's own simulator agent" }),
      settings: settings.default({}),
    }),
  ),
  response: runTest,
  example: {
    name: "Refunds, every week",
    description: "Customers who want their money back",
    agent_definition_id: anId,
    scenario_ids: [anId],
    evaluations_config: [{ template_id: anId, mapping: { conversation: "transcript" } }],
    settings: { repeats: 3 },
  },
});

export const listRunTests = define({
  name: "listRunTests",
  method: "GET",
  path: base,
  tag,
  summary: "List run tests, newest first",
  description: "A page of the workspace's run tests, newest first.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    search: z
      .string()
      .max(255)
      .optional()
      .meta({ description: "Part of its name or the agent's name, case-insensitive" }),
    simulation_type: z
      .enum(["agent_definition", "prompt"])
      .optional()
      .meta({ description: "prompt finds nothing, because prompts cannot be run" }),
    prompt_template_id: id.optional().meta({ description: "Finds nothing, because prompts cannot be run" }),
  }),
  response: page(runTest),
  example: { search: "refund", page: 1, limit: 20 },
});

export const getRunTest = define({
  name: "getRunTest",
  method: "GET",
  path: one,
  tag,
  summary: "Get a run test",
  description: "One run test with its agent, scenarios and evaluations.",
  envelope: "bare",
  params,
  response: runTest,
});

export const updateRunTest = define({
  name: "updateRunTest",
  method: "PATCH",
  path: one,
  tag,
  summary: "Update a run test",
  description:
    "Changes only the fields that are sent, all or none. Another agent means its active version, unless `agent_version` is sent too. Results of evaluations that are removed are hidden, not erased. Runs that have begun keep their settings.",
  errors: ["required"],
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({
      name: name.optional(),
      description: description.optional(),
      agent_definition_id: id.optional(),
      agent_version: id.nullish().meta({ description: "Null runs the agent's active version at the time" }),
      scenario_ids: scenarioIds.min(1, "At least one scenario is required.").optional(),
      remove_eval_config_ids: list(id, MAX_EVAL_CONFIGS)
        .optional()
        .meta({ description: "Evaluations to remove; unknown ids are ignored" }),
      evaluations_config: evaluationsConfig.optional().meta({ description: "Evaluations to add" }),
      dataset_row_ids: rowIds.optional(),
      enable_tool_evaluation: z.boolean().optional(),
      settings: settings.optional(),
    }),
  ),
  response: runTest,
  example: { name: "Refunds, every day", settings: { repeats: 5 } },
});

export const updateRunTestComponents = define({
  name: "updateRunTestComponents",
  method: "PATCH",
  path: `${one}components/`,
  tag,
  summary: "Change the agent or scenarios of a run test",
  description:
    "Changes the agent, version, simulator or scenarios of a run test, where they are sent. Runs that have begun keep their settings.",
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({
      agent_definition_id: id.optional(),
      version: id.nullish(),
      simulator_agent_id: id.nullish(),
      scenarios: scenarioIds.min(1, "At least one scenario is required.").optional(),
      enable_tool_evaluation: z.boolean().optional(),
    }),
  ),
  response: runTest,
  example: { scenarios: [anId] },
});

const deletion = {
  tag,
  summary: "Delete a run test",
  description:
    "Deletes a run test with its evaluations and executions. Ongoing executions are cancelled. Deleting it again is a 404.",
  envelope: "bare" as const,
  params,
  response: z.object({ message: z.string() }),
};
export const deleteRunTest = define({ ...deletion, name: "deleteRunTest", method: "DELETE", path: one });
export const deleteRunTestByName = define({
  ...deletion,
  name: "deleteRunTestByName",
  method: "DELETE",
  path: `${one}delete/`,
});

export const getRunTestIdByName = define({
  name: "getRunTestIdByName",
  method: "GET",
  path: `${base}get-id-by-name/{name}/`,
  tag,
  summary: "Get a run test's id by its name",
  description: "The run test with this name, ignoring case. An unknown name is a 400, as published clients expect.",
  params: z.object({ name: z.string().min(1).max(255).meta({ description: "Its name" }) }),
  response: z.object({ run_test_id: id, run_test_name: z.string() }),
});

export const listRunTestScenarios = define({
  name: "listRunTestScenarios",
  method: "GET",
  path: `${one}scenarios/`,
  tag,
  summary: "List a run test's scenarios",
  description: "A page of a run test's scenarios, in order, with their row counts.",
  envelope: "page",
  params,
  query: z.strictObject(pageQuery),
  response: page(z.object({ id, name: z.string(), status: z.string(), row_count: z.int() })),
});
