// Rows with known outputs. A template's judge sees the most similar ones as examples.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { MAX_KEY } from "@/lib/contracts/limits";
import { define } from "../../define";
import { id, name, timestamp } from "../../shapes";
import { exampleModes } from "../names";

export const groundTruthTag = "Evaluation templates";
const tag = groundTruthTag;
const base = "/model-hub/eval-templates/{id}/";
const params = z.object({ id: id.meta({ description: "Id of the template" }) });

const MAX_ROWS = 1000;
const MAX_CHARACTERS = 1_000_000;
export const column = z.string().trim().min(1, "May not be blank.").max(MAX_KEY);
export const groundTruthRow = z.record(z.string(), z.unknown());
export const columnMapping = dictionary(z.string().max(MAX_KEY), column, 50);
export const variableMapping = columnMapping.meta({ description: "Input of the template → column" });
export const roleMapping = columnMapping.meta({
  description:
    "Role → column: expected_output for the correct output, reason for its explanation. Other roles are stored and have no effect",
});

export const embeddingStatus = z
  .literal("not_needed")
  .meta({ description: "Rows are compared by their words, not by embeddings" });

const groundTruth = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    file_name: z.string(),
    columns: z.array(z.string()),
    row_count: z.int(),
    variable_mapping: z.record(z.string(), z.string()),
    role_mapping: z.record(z.string(), z.string()),
    embedding_status: embeddingStatus,
    embedded_row_count: z.literal(0),
    created_at: timestamp,
  })
  .meta({ id: "GroundTruth" });

const JUDGED_ONLY = "Only the organization's own judged templates can have ground truth; built-in templates give 404.";

export const listGroundTruths = define({
  name: "listGroundTruths",
  method: "GET",
  path: `${base}ground-truth/`,
  tag,
  summary: "List a template's ground truth",
  description: "The uploaded sets of rows of a template, newest first, without their rows.",
  params,
  response: z.object({ template_id: id, items: z.array(groundTruth), total: z.int() }),
});

export const uploadGroundTruth = define({
  name: "uploadGroundTruth",
  method: "POST",
  path: `${base}ground-truth/upload/`,
  tag,
  summary: "Upload ground truth for a template",
  description: `Stores up to ${MAX_ROWS} rows with known outputs, which never change. They have no effect until the template's configuration names them. A template can have at most 20 sets. ${JUDGED_ONLY}`,
  errors: ["invalid"],
  params,
  body: z.object({
    name,
    description: z.string().max(10_000).default(""),
    file_name: z.string().max(255).default(""),
    columns: list(column, 100).min(1, "At least one column is required."),
    data: list(dictionary(z.string().max(MAX_KEY), z.unknown(), 1000), MAX_ROWS)
      .min(1, "At least one row is required.")
      .refine(
        (rows) => JSON.stringify(rows).length <= MAX_CHARACTERS,
        `At most ${MAX_CHARACTERS} characters of JSON can be stored.`,
      )
      .meta({ description: "Rows by column. Members that are not columns are dropped" }),
    variable_mapping: variableMapping.default({}),
    role_mapping: roleMapping.default({}),
  }),
  response: groundTruth,
  example: {
    name: "Checked answers",
    columns: ["question", "answer", "verdict"],
    data: [{ question: "Where is it?", answer: "At the depot.", verdict: "Passed" }],
    variable_mapping: { input: "question", output: "answer" },
    role_mapping: { expected_output: "verdict" },
  },
});

const config = z.object({
  enabled: z.boolean(),
  ground_truth_id: id.nullable(),
  mode: z.enum(exampleModes),
  max_examples: z.int(),
  similarity_threshold: z.number(),
  injection_format: z.literal("structured"),
  usable_rows: z.int().meta({
    description: "Rows that can be examples: those whose expected_output is an output of the template",
  }),
});
const response = z.object({ ground_truth: config });

export const getGroundTruthConfig = define({
  name: "getGroundTruthConfig",
  method: "GET",
  path: `${base}ground-truth-config/`,
  tag,
  summary: "Get how a template uses ground truth",
  description: "The configuration in the template's current version.",
  params,
  response,
});

export const setGroundTruthConfig = define({
  name: "setGroundTruthConfig",
  method: "PUT",
  path: `${base}ground-truth-config/`,
  tag,
  summary: "Set how a template uses ground truth",
  description: `The judge sees rows as further examples. In mode auto these are the rows that share the most words with the inputs, from the threshold on; in mode manual the first rows. An input or role that is not mapped uses the column with its name. The configuration and its mappings are part of the version: a change makes a new one, which becomes the current one. With enabled false or mode disabled nothing is used, and other fields are not stored. ${JUDGED_ONLY}`,
  errors: ["invalid"],
  params,
  body: z.object({
    enabled: z.boolean().default(true),
    ground_truth_id: id.nullish(),
    mode: z.enum(exampleModes).default("auto"),
    max_examples: z.int().min(1).max(20).default(3),
    similarity_threshold: z.number().min(0).max(1).default(0.7),
    injection_format: z.literal("structured", "Only structured is supported.").default("structured"),
  }),
  response,
  example: { enabled: true, ground_truth_id: "00000000-0000-4000-8000-000000000000", max_examples: 2 },
});
