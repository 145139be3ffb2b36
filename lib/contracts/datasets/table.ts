import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { orJson } from "../evaluation/log-table";
import { cellOutcomes } from "../evaluation/names";
import { filterItem, sortItem } from "../evaluation/shapes/filters";
import { id, json, page, pageQuery } from "../shapes";
import { answeredInBoth, bothSpellings } from "../spelling";
import { configuredColumn } from "./columns";
import { datasetParams, MAX_COLUMNS, pageIndex, pageSize, rowsFile } from "./datasets";

const tag = "Dataset rows and columns";
const base = "/model-hub/develops/{dataset_id}/";

/**
 * Cells and rows use only the spelling of published clients, because these treat every other member of a row as a cell.
 */
const cell = z.object({
  cellValue: z.string().nullable(),
  status: z
    .enum(["running", "pass", "error"])
    .meta({ description: "For a cell that a job fills: pending, done, or missing for the reason in valueInfos" }),
  valueInfos: z
    .object({
      outcome: z
        .enum([...cellOutcomes, "not_run"])
        .nullable()
        .optional()
        .meta({ description: "For a run over the rows; null while pending" }),
      reason: z.string().nullable(),
      score: z.number().nullable().optional(),
      passed: z.boolean().nullable().optional(),
      log_id: id.nullable().optional(),
      is_stale: z.boolean().optional().meta({ description: "The row's inputs have changed since" }),
    })
    .optional()
    .meta({ description: "For a cell that a job fills: the reason if it is missing, and the run's result" }),
});

export type TableCell = z.infer<typeof cell>;

const tableRow = z
  .object({ rowId: id, order: z.int() })
  .catchall(cell)
  .meta({ id: "DatasetRow", description: "Besides rowId and order: each column's id with its cell" });

export type TableRow = z.infer<typeof tableRow>;

export const getDatasetTable = define({
  name: "getDatasetTable",
  method: "GET",
  path: `${base}get-dataset-table/`,
  tag,
  summary: "Get a dataset's columns and a page of its rows",
  description:
    "The columns and a page of the rows in order. Each row has its cells under the ids of the columns. Pages count from 0; a page past the end has no rows. `search` keeps the rows with a cell that contains the text, `filters` those whose cells match. `sort` orders numbers, dates and booleans by their values, and other types as text, ignoring case, by its first 200 characters. Empty cells are last, and equal ones stay in order.",
  params: datasetParams,
  query: z.strictObject({
    current_page_index: pageIndex,
    page_size: pageSize,
    search: z.string().max(255).optional().meta({ description: "Part of any cell, ignoring case" }),
    filters: orJson(list(filterItem, 20).nullish()).meta({
      description: "Conditions on columns, by id or name, that must all match; as JSON text in a query",
    }),
    sort: orJson(list(sortItem, 3).nullish()).meta({
      description: "Columns, by id or name, of which the first is the primary order; as JSON text in a query",
    }),
    column_config_only: z.boolean().default(false).meta({ description: "Return only the columns, without rows" }),
  }),
  response: answeredInBoth(
    z.object({
      metadata: answeredInBoth(
        z.object({
          dataset_name: z.string(),
          total_rows: z.int().meta({ description: "Rows that match" }),
          total_pages: z.int().meta({ description: "1 at least" }),
        }),
      ),
      column_config: z.array(configuredColumn),
      table: z.array(tableRow),
      row_traces: z
        .record(id, id)
        .meta({ description: "For rows that were made from a trace: the trace's id, by the row's id" }),
      is_processing_data: z
        .boolean()
        .meta({ description: "Whether a run fills a column, or a job writes cells of this page" }),
    }),
  ),
  example: { search: "parcel", current_page_index: 0, page_size: 50 },
});

export const downloadDataset = define({
  name: "downloadDataset",
  method: "GET",
  path: `${base}download_dataset/`,
  tag,
  summary: "Download a dataset as CSV or JSON Lines",
  description:
    "Streams all rows in order as CSV (RFC 4180, UTF-8), with every column under its name, including columns that runs have filled. Empty texts are in quotes; missing cells are not. Cells that a spreadsheet would read as formulas begin with an apostrophe. With `as_uploaded`, it has the bytes of the CSV file from which the dataset was made, if no cell has changed: its delimiter, quotes and line ends, formulas as they are, and no columns that runs have filled. As JSON Lines, every cell is exactly as stored: each row is an object of texts, with null for a missing cell.",
  envelope: "file",
  answers: ["text/csv", "application/x-ndjson"],
  params: datasetParams,
  query: z.strictObject({
    as_uploaded: z
      .boolean()
      .default(false)
      .meta({ description: "Write it like the CSV file from which it was made; not for JSON Lines" }),
    file_format: z.enum(["csv", "jsonl"]).default("csv").meta({ description: "The form of the file" }),
  }),
  response: z.unknown(),
});

export const listRowIds = define({
  name: "listRowIds",
  method: "GET",
  path: `${base}row-ids/`,
  tag,
  summary: "List the ids of a dataset's rows in order",
  description:
    "A page of the ids of a dataset's rows, in the order of the table, up to 10,000 at once. Use it to add rows to a queue.",
  envelope: "page",
  params: datasetParams,
  query: z.strictObject({ page: pageQuery.page, limit: z.int().min(1).max(10_000).default(1000) }),
  response: page(id),
  example: { page: 1, limit: 1000 },
});

const newCell = bothSpellings(z.object({ column_name: z.string(), value: json }));

export const addRows = define({
  name: "addRows",
  method: "POST",
  path: `${base}add_rows/`,
  tag,
  summary: "Add rows at the end",
  description:
    "Adds up to 1000 rows at the end and returns their ids, in the same order. Cells name their columns. An empty text is a value; null or a missing column leaves the row without a cell there. A value of the wrong type is refused, and the error names its position. All or nothing. Repeating the request adds the rows again.",
  params: datasetParams,
  body: z.object({
    rows: list(z.object({ cells: list(newCell, MAX_COLUMNS) }), 1000, "At most 1000 rows at once.")
      .min(1, "At least one row is required.")
      .meta({ description: "Cells name their columns; the row has no cell in other columns" }),
  }),
  response: z.object({
    message: z.string(),
    row_ids: z.array(id).meta({ description: "In the order of the request" }),
  }),
  example: { rows: [{ cells: [{ column_name: "question", value: "Where is my parcel?" }] }] },
});

export const importRows = define({
  name: "importRows",
  method: "POST",
  path: `${base}import_rows/`,
  tag,
  summary: "Add the rows of a file at the end",
  description:
    "Adds the rows of an uploaded file, as `create-dataset-from-local-file` reads it: at most 100 MB and 200,000 rows. Its columns are found by name, ignoring case. A column that the dataset does not have, or a value that does not fit, is refused with its line. Columns of evaluations are left out. All or nothing. Repeating the request adds the rows again.",
  errors: ["service_unavailable"],
  accepts: "multipart",
  params: datasetParams,
  body: z.object({ file: rowsFile }),
  response: z.object({ message: z.string(), rows_added: z.int() }),
  example: { file: "question\nWhere is my parcel?\n" },
});

export const addEmptyRows = define({
  name: "addEmptyRows",
  method: "POST",
  path: `${base}add_empty_rows/`,
  tag,
  summary: "Add empty rows at the end",
  description: "Adds up to 100 empty rows at the end. Repeating the request adds more.",
  params: datasetParams,
  body: bothSpellings(z.object({ num_rows: z.int().min(1).max(100).default(1) })),
  response: z.string(),
  example: { num_rows: 3 },
});

export const updateCellValue = define({
  name: "updateCellValue",
  method: "PUT",
  path: `${base}update_cell_value/`,
  tag,
  summary: "Change one cell",
  description:
    "Writes one cell. null removes the cell, while an empty text is a value of text columns. The value must fit the column's type. Other cells of the row keep concurrent changes.",
  params: datasetParams,
  body: z.strictObject({
    row_id: id,
    column_id: id,
    new_value: json.meta({ description: "null removes the cell" }),
  }),
  response: z.object({ message: z.string(), cell_value: z.string().nullable() }),
  example: {
    row_id: "00000000-0000-4000-8000-000000000000",
    column_id: "00000000-0000-4000-8000-000000000000",
    new_value: "At the depot.",
  },
});

export const deleteRows = define({
  name: "deleteRows",
  method: "DELETE",
  path: `${base}delete_row/`,
  tag,
  summary: "Delete rows",
  description:
    "Deletes the rows in `row_ids` or, with `selected_all_rows`, every row except those. An id from outside the dataset refuses the whole request. Queue items made from the rows stay and show that their source was deleted.",
  params: datasetParams,
  // Strict, because a misspelled `row_ids` beside `selected_all_rows` would delete the rows that it names.
  body: bothSpellings(
    z.strictObject({
      row_ids: list(id, 10_000).default([]),
      selected_all_rows: z.boolean().default(false).meta({ description: "Deletes every row except those in row_ids" }),
    }),
  ),
  response: z.object({ message: z.string(), deleted: z.int() }),
  example: { row_ids: ["00000000-0000-4000-8000-000000000000"] },
});
