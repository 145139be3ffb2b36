// A run, as every operation shows it.
import { z } from "zod";
import { id, timestamp } from "@/lib/contracts/shapes";
import { cellOutcomes, evalRunStatuses, experimentTasks, listedRunKinds, runKinds } from "../names";
import { predictionConfig } from "./prediction-config";

const micros = z.int().meta({ description: "Micro-dollars: millionths of a US dollar" });

export const unpricedCalls = z
  .int()
  .meta({ description: "Answers of models without a price; their cost is unknown and in no total" });

export const judgedInputs = z.record(z.string(), z.string()).nullable().meta({
  description:
    "The inputs that were judged, the first 300 characters of each. Empty if nothing was judged; null in old runs that did not store inputs",
});

/** The version of an agent that answered. */
export const answeringAgent = z
  .object({ agent_id: id, version_id: id, name: z.string(), version: z.int() })
  .nullable()
  .meta({ description: "The agent that answers; null for other tasks" });

/** As stored with the run: the message's variables are columns of the dataset. */
export type AgentTask = NonNullable<z.infer<typeof answeringAgent>> & { message: string };

/** The prompt's version whose copy makes the outputs. */
export const promptVersion = z
  .object({ name: z.string(), version: z.string() })
  .nullable()
  .meta({ description: "The version of a saved prompt that makes the outputs; null if the request named none" });

/** What makes the outputs, as it was when the run started. */
const pinnedTask = {
  task: z
    .enum(experimentTasks)
    .nullable()
    .meta({ description: "Where an experiment's outputs come from; null for other runs" }),
  prompt: promptVersion,
  config: predictionConfig.nullable().meta({
    description: "The messages, the model and its settings, as they were at the start; null if no prompt makes outputs",
  }),
  agent: answeringAgent,
  message: z.string().nullable().meta({ description: "What an agent is sent; null for other tasks" }),
  output_column_id: id
    .nullable()
    .meta({ description: "The column that an experiment's outputs stand for; null for other runs" }),
};

export const outcomeCounts = {
  total: z.int(),
  open: z.int().meta({ description: "Not evaluated yet; after the end of the run, never evaluated" }),
  scored: z.int(),
  unscored: z.int(),
  error: z.int(),
  answered: z.int().meta({ description: "Answered cells of a prompt, which have no score" }),
};

const runEvaluation = z
  .object({
    id,
    kind: z.enum(runKinds),
    name: z.string(),
    user_eval_id: id.nullable(),
    template_id: id.nullable(),
    version: z
      .int()
      .nullable()
      .meta({ description: "Number of the template's version, pinned at the start; null for a prompt" }),
    fingerprint: z.string().meta({ description: "Scores with the same fingerprint can be compared" }),
    model: z.string().nullable(),
    params: z.record(z.string(), z.unknown()),
    mapping: z.record(z.string(), z.string()).meta({ description: "Input → column id" }),
    column_id: id.nullable(),
    reason_column_id: id.nullable(),
    ...outcomeCounts,
    passed: z.int(),
    failed: z.int(),
    mean_score: z.number().nullable().meta({
      description: "Mean of the numeric scores; null if there are none, as for labels without scores",
    }),
    coverage: z.number().nullable().meta({ description: "Share of all cells that are scored; null if there are none" }),
    cost_micros: micros.nullable().meta({ description: "Cost of the calls whose cost is known; null if none is" }),
    unpriced_calls: unpricedCalls,
  })
  .meta({ id: "EvaluationRunPart" });

export const listedRun = z
  .object({
    id,
    dataset_id: id,
    name: z.string(),
    kind: z.enum(listedRunKinds),
    status: z.enum(evalRunStatuses),
    reason: z.string().nullable().meta({ description: "Why it waits, or ended early; null if it does neither" }),
    rows: z.int(),
    repeats: z.int(),
    at_once: z.int(),
    ...outcomeCounts,
    ceiling_micros: micros.nullable(),
    estimated_micros: micros.nullable(),
    spent_micros: micros.nullable().meta({
      description:
        "Cost of the calls whose cost is known, including calls whose answers were lost when a process was killed; null if no cost is known",
    }),
    unpriced_calls: unpricedCalls,
    dataset_version_id: id
      .nullable()
      .meta({ description: "The version whose rows it works on; null for the rows as they are" }),
    grades_again: id.nullable().meta({ description: "The run whose rows it evaluates again; null for none" }),
    created_by: z.string().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    progressed_at: timestamp.nullable(),
    ended_at: timestamp.nullable(),
  })
  .meta({ id: "EvaluationRun" });
export type ListedRun = z.infer<typeof listedRun>;

export const runDetail = listedRun.extend({
  ...pinnedTask,
  evaluations: z.array(runEvaluation),
  dataset_version: z
    .object({ id, number: z.int(), name: z.string() })
    .nullable()
    .meta({ description: "The version whose rows it works on; null for the rows as they are" }),
  run_before: z.object({ id, name: z.string() }).nullable().meta({
    description:
      "The newest earlier run over the dataset that has ended and shares an evaluation with this one; null while this run is in progress",
  }),
});
export type RunDetail = z.infer<typeof runDetail>;

/** The answer to a started run. */
export const startedRun = z.object({ run_id: id, name: z.string(), status: z.enum(evalRunStatuses), cells: z.int() });

export const runCell = z
  .object({
    evaluation_id: id,
    row_id: id,
    row: z.int().nullable().meta({ description: "The row's number in the dataset, from 1; null if it was deleted" }),
    inputs: judgedInputs,
    repeat: z.int(),
    position: z.int().meta({ description: "Position in the run: rows in order, then evaluations, then trials" }),
    outcome: z.enum(cellOutcomes).nullable().meta({ description: "Null while the cell is open" }),
    score: z.number().nullable(),
    label: z.string().nullable(),
    passed: z.boolean().nullable(),
    output: z.unknown(),
    reason: z.string().nullable(),
    log_id: id.nullable(),
    cost_micros: micros.nullable().meta({ description: "Null if a model without a price was called" }),
    attempts: z.int(),
    ended_at: timestamp.nullable(),
  })
  .meta({ id: "EvaluationRunCell" });
