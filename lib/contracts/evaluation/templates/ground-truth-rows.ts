// One set of ground truth: its mappings and its rows.
import { z } from "zod";
import { define } from "../../define";
import { id } from "../../shapes";
import { embeddingStatus, groundTruthRow, roleMapping, groundTruthTag as tag, variableMapping } from "./ground-truth";

const base = "/model-hub/ground-truth/{ground_truth_id}/";
const params = z.object({ ground_truth_id: id.meta({ description: "Id of the ground truth" }) });
const IN_USE = "If the template's current version uses this ground truth, it gets a new version with the change.";

export const setGroundTruthMapping = define({
  name: "setGroundTruthMapping",
  method: "PUT",
  path: `${base}mapping/`,
  tag,
  summary: "Map a template's inputs to columns",
  description: `Replaces the mapping of inputs to columns. ${IN_USE}`,
  errors: ["invalid"],
  params,
  body: z.object({ variable_mapping: variableMapping }),
  response: z.object({ id, variable_mapping: z.record(z.string(), z.string()) }),
  example: { variable_mapping: { input: "question", output: "answer" } },
});

export const setGroundTruthRoleMapping = define({
  name: "setGroundTruthRoleMapping",
  method: "PUT",
  path: `${base}role-mapping/`,
  tag,
  summary: "Map roles to columns",
  description: `Replaces the mapping of the correct output and its explanation to columns. ${IN_USE}`,
  errors: ["invalid"],
  params,
  body: z.object({ role_mapping: roleMapping }),
  response: z.object({
    id,
    role_mapping: z.record(z.string(), z.string()),
    embedding_status: embeddingStatus,
  }),
  example: { role_mapping: { expected_output: "verdict", reason: "why" } },
});

export const getGroundTruthData = define({
  name: "getGroundTruthData",
  method: "GET",
  path: `${base}data/`,
  tag,
  summary: "List the rows of ground truth",
  description: "A page of the rows, as uploaded.",
  params,
  query: z.strictObject({
    page: z.int().min(1).max(1_000_000).default(1).meta({ description: "1-based page" }),
    page_size: z.int().min(1).max(1000).default(50),
  }),
  response: z.object({
    id,
    page: z.int(),
    page_size: z.int(),
    total_rows: z.int(),
    total_pages: z.int(),
    columns: z.array(z.string()),
    rows: z.array(groundTruthRow),
  }),
  example: { page_size: 10 },
});

const status = z.object({
  id,
  embedding_status: embeddingStatus,
  embedded_row_count: z.literal(0),
  total_rows: z.int(),
  progress_percent: z.null(),
});

export const getGroundTruthStatus = define({
  name: "getGroundTruthStatus",
  method: "GET",
  path: `${base}status/`,
  tag,
  summary: "Get the embedding status of ground truth",
  description: "Rows are compared by their words, so there is nothing to embed: they can be used at once.",
  params,
  response: status,
});

export const embedGroundTruth = define({
  name: "embedGroundTruth",
  method: "POST",
  path: `${base}embed/`,
  tag,
  access: "read",
  summary: "Prepare ground truth for search",
  description: "Does nothing and returns the status: rows are compared by their words, which needs no embedding.",
  params,
  response: status,
});

export const searchGroundTruth = define({
  name: "searchGroundTruth",
  scope: "read",
  method: "POST",
  path: `${base}search/`,
  tag,
  access: "read",
  summary: "Search ground truth",
  description:
    "The rows that share the most words with the query, most similar first. similarity is the share of common words, from 0 to 1, with the mapped inputs of the row, or with all columns if none are mapped. Rows that share none are left out.",
  params,
  body: z.object({
    query: z.string().max(10_000),
    max_results: z.int().min(1).max(100).default(3),
  }),
  response: z.object({
    query: z.string(),
    results: z.array(z.object({ row: groundTruthRow, row_index: z.int(), similarity: z.number() })),
    total: z.int().meta({ description: "Number of results" }),
  }),
  example: { query: "Where is my parcel?", max_results: 5 },
});

export const deleteGroundTruth = define({
  name: "deleteGroundTruth",
  method: "DELETE",
  path: base,
  tag,
  summary: "Delete ground truth",
  description:
    "Deletes a set of rows. If the template's current version uses it, a new version without it becomes the current one; earlier versions that use it can no longer run.",
  params,
  response: z.object({ id, deleted: z.literal(true) }),
});
