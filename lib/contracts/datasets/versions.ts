// Versions of a dataset: names for its rows as they were at a moment.
import { z } from "zod";
import { define } from "../define";
import { columnTypes, deleted, id, name, page, pageQuery, timestamp } from "../shapes";
import { datasetParams } from "./datasets";

const tag = "Dataset versions";
const base = "/model-hub/develops/{dataset_id}/versions/";
const one = `${base}{version_id}/`;
const params = datasetParams.extend({ version_id: id.meta({ description: "The dataset version's id" }) });

const version = z
  .object({
    id,
    dataset_id: id,
    number: z.int().meta({ description: "Counts up from 1 within the dataset" }),
    name: z.string(),
    description: z.string(),
    columns: z
      .array(z.object({ id, name: z.string(), data_type: z.enum(columnTypes) }))
      .meta({ description: "The columns as they were, in order; those of evaluations are not part of a version" }),
    row_count: z.int(),
    added: z.int().meta({ description: "Rows that the version before does not have" }),
    changed: z.int().meta({ description: "Rows that the version before has with other cells or metadata" }),
    removed: z.int().meta({ description: "Rows of the version before that this one does not have" }),
    created_by: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: "DatasetVersion" });
export type DatasetVersion = z.infer<typeof version>;

export const createDatasetVersion = define({
  name: "createDatasetVersion",
  method: "POST",
  path: base,
  tag,
  summary: "Name the rows as they are now",
  description:
    "Creates a version: the rows and columns of the dataset as they are now, under a name that no other version of the dataset has. Rows that have not changed since the last version are not stored again. Verdicts of evaluations are not part of a version.",
  params: datasetParams,
  body: z.object({ name, description: z.string().max(2000).default("") }),
  response: version,
  example: { name: "Before the new greeting" },
});

export const listDatasetVersions = define({
  name: "listDatasetVersions",
  method: "GET",
  path: base,
  tag,
  summary: "List a dataset's versions, newest first",
  description: "A page of the versions, each with the number of rows that it added, changed and removed.",
  envelope: "page",
  params: datasetParams,
  query: z.strictObject(pageQuery),
  response: page(version),
  example: { page: 1 },
});

export const listDatasetVersionRows = define({
  name: "listDatasetVersionRows",
  method: "GET",
  path: `${one}rows/`,
  tag,
  summary: "List a version's rows",
  description: "A page of the rows as they were, in order. Each row has its cells under the ids of the columns.",
  envelope: "page",
  params,
  query: z.strictObject(pageQuery),
  response: page(
    z.object({
      row_id: id,
      order: z.int(),
      cells: z.record(z.string(), z.string()).meta({ description: "Column id → text; empty texts are values" }),
    }),
  ),
  example: { page: 1, limit: 100 },
});

const changeKinds = ["added", "changed", "removed"] as const;

const cellChange = z.object({
  column_id: id,
  column: z.string().nullable().meta({ description: "The column's name; null for a column of neither side" }),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const compareDatasetVersion = define({
  name: "compareDatasetVersion",
  method: "GET",
  path: `${one}changes/`,
  tag,
  summary: "Compare a version with another one, row by row",
  description:
    "A page of the rows that differ between the version and a later or earlier one, or the rows as they are now. Each has the cells that differ. Rows are matched by their ids.",
  envelope: "page",
  params,
  query: z.strictObject({
    against: id.optional().meta({ description: "The other version (default: the rows as they are now)" }),
    ...pageQuery,
  }),
  response: page(
    z.object({
      row_id: id,
      order: z.int().meta({ description: "The row's order after the change, or before its removal" }),
      change: z.enum(changeKinds),
      cells: z.array(cellChange),
    }),
  ),
  example: { page: 1 },
});

export const restoreDatasetVersion = define({
  name: "restoreDatasetVersion",
  method: "POST",
  path: `${one}restore/`,
  tag,
  summary: "Restore a dataset version",
  description:
    "Makes rows and their cells what they were in the version. Brings back columns that were deleted since, and the names and types of the others. Columns added since stay and are empty. If the rows and columns as they are now are in no version, they become one first, so nothing is lost. Repeating the request changes nothing.",
  errors: ["conflict"],
  params,
  response: z.object({
    rows: z.int().meta({ description: "Rows that the dataset has now" }),
    changed: z.int().meta({ description: "Rows that came back or changed" }),
    removed: z.int().meta({ description: "Rows that the version does not have" }),
    saved_as: version.nullable().meta({ description: "The version of the rows before; null if they had one" }),
  }),
  example: {},
});

export const deleteDatasetVersion = define({
  name: "deleteDatasetVersion",
  method: "DELETE",
  path: one,
  tag,
  summary: "Delete a version",
  description:
    "Deletes the name and what only this version has. The dataset's rows and its other versions stay. A version that a run works on, or that a gate of a prompt uses, cannot be deleted.",
  errors: ["conflict"],
  params,
  response: deleted,
});
