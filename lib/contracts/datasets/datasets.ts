import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { MAX_FILE_BYTES } from "../limits";
import { modelTypes } from "../names";
import { columnTypes, datasetOrders, id, name, orderings, timestamp } from "../shapes";
import { answeredInBoth, bothSpellings } from "../spelling";

const tag = "Datasets";
const base = "/model-hub/develops/";

export const MAX_COLUMNS = 500;

export const datasetParams = z.object({ dataset_id: id });
export const newColumn = bothSpellings(z.object({ name, data_type: z.enum(columnTypes).default("text") }));

const modelType = z.enum(modelTypes);
const newModelType = z
  .string()
  .max(255)
  .optional()
  .meta({ description: "GenerativeImage, or GenerativeLLM, which any other value counts as" });

/** Pages of datasets and of their tables count from 0. */
export const pageIndex = z.int().min(0).max(1_000_000).default(0).meta({ description: "0-based page" });
export const pageSize = z.int().min(1).max(1000).default(10);

const created = answeredInBoth(
  z.object({
    message: z.string(),
    dataset_id: id,
    dataset_name: z.string(),
    dataset_model_type: modelType,
    rows_created: z.int(),
    columns_created: z.int(),
  }),
);

export const createEmptyDataset = define({
  name: "createEmptyDataset",
  method: "POST",
  path: `${base}create-empty-dataset/`,
  tag,
  summary: "Create a dataset without a file",
  description:
    "Creates a dataset with the given columns and up to 100 empty rows. Names of datasets are unique in the organization, and names of columns in their dataset, ignoring case. A taken name is refused.",
  body: z.object({
    new_dataset_name: name,
    columns: list(newColumn, MAX_COLUMNS).default([]),
    model_type: newModelType,
    row: z.int().min(0).max(100).nullish().meta({ description: "Number of empty rows to create" }),
  }),
  response: created,
  example: { new_dataset_name: "Support conversations", columns: [{ name: "question" }, { name: "answer" }] },
});

export const rowsFile = z
  .file()
  .max(MAX_FILE_BYTES, `At most ${MAX_FILE_BYTES / 1024 / 1024} MB.`)
  .meta({
    description:
      "CSV with a header (comma, semicolon or tab), JSON Lines, or a JSON array of objects, in UTF-8; or an Excel workbook (.xlsx)",
  });

export const createDatasetFromFile = define({
  name: "createDatasetFromFile",
  method: "POST",
  path: `${base}create-dataset-from-local-file/`,
  tag,
  summary: "Create a dataset from a CSV, JSON, JSON Lines or Excel file",
  description:
    "Creates a dataset from an uploaded file: CSV with a header, JSON Lines or a JSON array of objects in UTF-8, or the first sheet that is not hidden of an Excel workbook (.xlsx), of at most 100 MB, 200,000 rows and 500 columns. Column types are inferred from the values. In CSV an empty field gives no cell, and two quotes give an empty text. A blank line between rows of a single column is a row without a cell. In JSON null gives no cell, and numbers keep the digits that a double would change. In a workbook an empty cell gives no cell, formulas give their stored results (one without a result is refused), dates are written as `2026-03-01` or `2026-03-01T14:30:00`, and times and durations as `14:30:00`. All or nothing: an error names its line, and no dataset is created. A server reads two workbooks at once and answers others with 503.",
  errors: ["service_unavailable"],
  accepts: "multipart",
  body: z.object({
    file: rowsFile,
    new_dataset_name: name.optional().meta({ description: "Default: the file's name" }),
    model_type: newModelType,
  }),
  response: created,
  example: { file: "question,answer\nWhere is my parcel?,At the depot.\n", new_dataset_name: "Support conversations" },
});

const listedDataset = z
  .object({
    id,
    name: z.string(),
    number_of_datapoints: z.int().meta({ description: "Rows" }),
    number_of_columns: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Dataset" });
export type ListedDataset = z.infer<typeof listedDataset>;

export const listDatasets = define({
  name: "listDatasets",
  method: "GET",
  path: `${base}get-datasets/`,
  tag,
  summary: "List datasets",
  description: "A page of the organization's datasets, newest first by default, with their sizes. Pages count from 0.",
  query: z.strictObject({
    page: pageIndex,
    page_size: pageSize,
    search_text: z.string().max(255).optional().meta({ description: "Part of the name, ignoring case" }),
    ordering: orderings(datasetOrders),
  }),
  response: z.object({ datasets: z.array(listedDataset), total_pages: z.int(), total_count: z.int() }),
  example: { search_text: "support", page: 0, page_size: 20 },
});

export const listDatasetNames = define({
  name: "listDatasetNames",
  method: "GET",
  path: `${base}get-datasets-names/`,
  tag,
  summary: "List the names of all datasets",
  description:
    "Id and name of every dataset of the organization, by name, in one response. If `search_text` is a dataset's whole name, ignoring case, only that dataset is listed, so that published clients find it.",
  query: z.strictObject({
    search_text: z.string().max(255).optional().meta({ description: "A name or a part of it, ignoring case" }),
    excluded_datasets: z.string().max(10_000).optional().meta({ description: "Ignored; published clients send it" }),
  }),
  response: z.object({
    datasets: z.array(answeredInBoth(z.object({ dataset_id: id, name: z.string(), model_type: modelType }))),
  }),
  example: { search_text: "support" },
});

export const renameDataset = define({
  name: "renameDataset",
  method: "POST",
  path: `${base}{dataset_id}/rename/`,
  tag,
  summary: "Rename a dataset",
  description: "Renames a dataset. Names are unique in the organization.",
  params: datasetParams,
  body: z.object({ name }),
  response: z.object({ message: z.string(), dataset_id: id, dataset_name: z.string() }),
  example: { name: "Support conversations, May" },
});

export const deleteDatasets = define({
  name: "deleteDatasets",
  method: "DELETE",
  path: `${base}delete_dataset/`,
  tag,
  summary: "Delete datasets with their rows",
  description:
    "Deletes datasets with their rows. Queue items made from those rows stay and show that their source was deleted. All or nothing: an unknown id refuses the whole request, so repeating it is refused too.",
  errors: ["not_found", "required"],
  body: bothSpellings(z.object({ dataset_ids: list(id, 100).min(1, "At least one dataset is required.") })),
  response: z.object({ message: z.string(), deleted: z.int() }),
  example: { dataset_ids: ["00000000-0000-4000-8000-000000000000"] },
});
