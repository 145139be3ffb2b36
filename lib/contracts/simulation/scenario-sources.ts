// Rows from benchmark tasks and from real conversations, and a check of a scenario's rows.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { givenObject, id, name } from "../shapes";
import { bothSpellings } from "../spelling";
import { traceChoice } from "../traces/trace-choice";
import { traceName } from "../traces/trace-name";
import { scenarioRowSources } from "./scenario-names";
import { base, optionalId, params, tag } from "./scenario-parts";

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
        position: z
          .int()
          .nullable()
          .meta({ description: "The row's position in the scenario, from 0; null if it belongs to no row" }),
        column: z.string().nullable().meta({
          description: "The column's name; a path into the graph for the rule graph; null if it belongs to none",
        }),
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
      source_id: traceName.meta({ description: "Its id; a trace also by its OpenTelemetry id" }),
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

export const addScenarioRowsFromTraces = define({
  name: "addScenarioRowsFromTraces",
  method: "POST",
  path: `${base}from-traces/`,
  tag,
  summary: "Create scenario rows from many traces",
  description:
    "Turns each chosen trace into a row, in the background: the user's messages become the row's script, word for word. Traces without user messages, and traces that already have a row in the scenario, are left out, so adding them to a scenario again changes nothing. Poll the scenario's progress; a new scenario can be run when it is completed.",
  envelope: "bare",
  errors: ["not_found", "required"],
  body: bothSpellings(
    z.object({
      ...target,
      traces: traceChoice,
      goal: z
        .string()
        .trim()
        .max(4000)
        .nullish()
        .meta({ description: "How the conversations should have ended: the outcome of each row" }),
    }),
  ),
  response: z.object({ message: z.string(), scenario_id: id, dataset_id: id }),
  example: { name: "Seen in production", traces: { filters: { has_error: true } } },
});
