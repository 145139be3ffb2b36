// Comparison of two runs.
import { z } from "zod";
import { define } from "../define";
import { id, page, pageQuery, timestamp } from "../shapes";
import { cellOutcomes, evalRunStatuses } from "./names";
import { pinned } from "./run-summary";
import { bounds, share } from "./shapes/estimates";
import { judgedInputs } from "./shapes/run-shapes";

const tag = "Evaluation runs";
const base = "/model-hub/eval-runs/{run_id}/";

const side = z.object({
  run_id: id,
  name: z.string(),
  dataset_id: id,
  status: z.enum(evalRunStatuses),
  created_at: timestamp,
});

export const fingerprintDifference = z
  .object({
    what: z.enum(["template", "version", "prompt", "model", "parameters", "pass_threshold", "inputs", "parts"]),
    first: z.string(),
    second: z.string(),
  })
  .meta({ id: "FingerprintDifference" });

export const pairedComparison = z
  .object({
    rows: z.int().meta({ description: "Rows with a score in both" }),
    first: share,
    second: share,
    difference: share.meta({ description: "Second minus first; null without rows" }),
    interval: bounds
      .extend({ method: z.enum(["tango", "t"]) })
      .nullable()
      .meta({
        description:
          "95 % interval of the difference: of passes from 20 rows on where 4 differ, of scores from 60 rows on; null for fewer",
      }),
    bootstrap: bounds.extend({ resamples: z.int() }).nullable().meta({
      description:
        "For scores: the same by paired bootstrap, from 300 rows on; the pair of runs determines the seed; null for others",
    }),
    test: z
      .object({
        name: z.enum(["mcnemar_exact", "wilcoxon_signed_rank"]),
        p: z.number(),
        p_holm: z.number().meta({ description: "Adjusted by Holm's method over the evaluations compared here" }),
      })
      .nullable(),
    effect: z.object({ name: z.enum(["cohens_g", "rank_biserial"]), value: z.number() }).nullable(),
    needed_rows: z
      .int()
      .nullable()
      .meta({ description: "Rows needed to detect this difference at 5 % with a power of 80 %; null if unknown" }),
    detectable: share.meta({
      description: "The smallest difference that these rows can detect with a power of 80 %; null if unknown",
    }),
    rises: z.int(),
    falls: z.int(),
    joint_distribution: z
      .object({
        bins: z.array(z.object({ from: z.number(), to: z.number() })).meta({
          description: "Bins of both runs' values, in order: one per value up to ten values, otherwise ten equal bins",
        }),
        cells: z.array(
          z.object({
            first: z.int().meta({ description: "Bin of the first run, from 0" }),
            second: z.int(),
            rows: z.int().meta({ description: "At least 1" }),
          }),
        ),
      })
      .meta({ description: "Number of rows by the first run's value and the second run's value" }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why there is no difference or no interval; null if there are both" }),
  })
  .meta({ id: "PairedComparison" });

const pair = {
  run_id: id.meta({ description: "The first run" }),
  other_id: id.meta({
    description: "The run to compare with; it can be the same run if both evaluations are given",
  }),
};

const chosen = {
  evaluation_id: id.optional().meta({ description: "An evaluation of the first run" }),
  other_evaluation_id: id
    .optional()
    .meta({ description: "An evaluation of the second run; send it together with evaluation_id" }),
};

export const compareEvalRuns = define({
  name: "compareEvalRuns",
  method: "GET",
  path: `${base}comparison/{other_id}/`,
  tag,
  summary: "Compare two runs row by row",
  description:
    "Pairs the evaluations of two runs over one dataset, by metric, or else by template and name, and compares the results row by row: the difference with its 95 % interval, an exact test, the effect size, and the number of rows that the difference would need. Passes are compared by McNemar's test, scores by Wilcoxon's; trials of a row count as their mean. If fingerprints differ, the response lists the differences and compares only with `across_fingerprints`.",
  errors: ["invalid"],
  params: z.object(pair),
  query: z.strictObject({
    ...chosen,
    across_fingerprints: z.boolean().default(false).meta({
      description: "Compare evaluations with different fingerprints too",
    }),
  }),
  response: z.object({
    first: side,
    second: side,
    evaluations: z.array(
      z.object({
        first: z.object(pinned).nullable().meta({ description: "null if the first run has no such evaluation" }),
        second: z.object(pinned).nullable(),
        differences: z.array(fingerprintDifference).meta({ description: "How the fingerprints differ" }),
        coverage: z.object({
          both: z.int(),
          only_first: z.int().meta({ description: "Rows with a score only in the first" }),
          only_second: z.int(),
          neither: z.int(),
        }),
        compared: pairedComparison.nullable(),
        refused: z.string().nullable().meta({ description: "Why they are not compared; null if they are" }),
      }),
    ),
  }),
});

const rowSide = z.object({
  score: share,
  passed: z.boolean().nullable().meta({ description: "By the majority of its trials; null if they are tied" }),
  label: z.string().nullable(),
  outcome: z.enum(cellOutcomes).nullable(),
  reason: z.string().nullable(),
  log_id: id.nullable(),
  inputs: judgedInputs,
});

export const compareEvalRunRows = define({
  name: "compareEvalRunRows",
  method: "GET",
  path: `${base}comparison/{other_id}/rows/`,
  tag,
  summary: "List rows with their results in two runs",
  description:
    "A page of the rows of both runs with their results under a pair of evaluations: rows whose verdict flipped first, then by the size of the change.",
  envelope: "page",
  errors: ["invalid"],
  params: z.object(pair),
  query: z.strictObject({
    evaluation_id: id.meta({ description: "Of the first run" }),
    other_evaluation_id: id.meta({ description: "Of the second run" }),
    change: z.enum(["all", "flipped", "rises", "falls", "incomplete"]).default("all").meta({
      description: "flipped: passed in only one run; incomplete: without a score in one of them",
    }),
    ...pageQuery,
  }),
  response: page(
    z.object({
      row_id: id,
      position: z
        .int()
        .nullable()
        .meta({ description: "The row's number in the dataset, from 1; null once the row is deleted" }),
      inputs_differ: z.boolean().nullable().meta({
        description:
          "Whether the runs judged different texts or columns for the row; null if one of them judged nothing. Each side's inputs show what it judged",
      }),
      first: rowSide,
      second: rowSide,
      difference: share,
      is_flipped: z.boolean(),
    }),
  ),
  example: {
    evaluation_id: "00000000-0000-4000-8000-000000000000",
    other_evaluation_id: "00000000-0000-4000-8000-000000000001",
    change: "flipped",
  },
});
