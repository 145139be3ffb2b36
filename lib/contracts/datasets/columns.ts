import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { documentedAs } from "../documented";
import { columnOrigins, columnTypes, id, name } from "../shapes";
import { answeredInBoth, IN_CAMEL_CASE_TOO } from "../spelling";
import { datasetParams, MAX_COLUMNS, newColumn } from "./datasets";

const tag = "Dataset rows and columns";
const base = "/model-hub/develops/{dataset_id}/";

const column = z.object({ id, name: z.string(), data_type: z.enum(columnTypes) });

export type Column = z.infer<typeof column>;

const publishedTypes = columnTypes.filter((type) => type !== "persona");

const describedColumn = column.extend({
  order_index: z.int(),
  is_visible: z.literal(true),
  is_frozen: z.null(),
  origin_type: z.enum(columnOrigins).meta({
    description:
      "The origin of its values: OTHERS means users and files; evaluations and prompts fill their columns in runs",
  }),
  source_id: id
    .nullable()
    .meta({ description: "The user evaluation metric whose values or reasons it has; null for other columns" }),
  status: z.enum(["NotStarted", "Running", "Completed", "Cancelled", "Failed"]),
  average_score: z
    .number()
    .nullable()
    .meta({ description: "Mean of the numeric scores in the run shown; null without any" }),
  coverage: z.number().nullable().meta({
    description: "Share of the run's cells that are scored; those that have not ended count too; null without a run",
  }),
  run_id: id.nullable().meta({ description: "The run shown; null for none" }),
  run_evaluation_id: id.nullable().meta({ description: "The evaluation or prompt of the run shown; null for none" }),
  run_config: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "For a column that a model fills: its prompt; null for others" }),
  eval_tag: z.array(z.string()),
});

/** Published clients do not know the type persona: to them it is json. */
export const configuredColumn = documentedAs(
  answeredInBoth(describedColumn).extend({ dataType: z.enum(publishedTypes) }),
  describedColumn.meta(IN_CAMEL_CASE_TOO),
).meta({ id: "DatasetColumn" });

export type ConfiguredColumn = z.infer<typeof configuredColumn>;

const columnParams = datasetParams.extend({ column_id: id });

export const deleteColumn = define({
  name: "deleteColumn",
  method: "DELETE",
  path: `${base}delete_column/{column_id}/`,
  tag,
  summary: "Delete a column",
  description:
    "Deletes a column. Its name can be used again. In later runs, cells of evaluations that are mapped to it are unscored, with the reason.",
  params: columnParams,
  response: z.object({ message: z.string() }),
});

export const getColumnFit = define({
  name: "getColumnFit",
  method: "GET",
  path: `${base}columns/{column_id}/fit/`,
  tag,
  summary: "Get how many cells would not fit another type",
  description:
    "Counts the cells of a column that would not fit a type, with the first of them, before the type is changed. Reads every row and changes nothing. Empty texts fit every type.",
  params: columnParams,
  query: z.strictObject({ data_type: z.enum(columnTypes).meta({ description: "The type to compare with" }) }),
  response: z.object({
    cells: z.int().meta({ description: "Cells of the column that are not empty" }),
    unfit: z.int().meta({ description: "Those that would not fit" }),
    first_unfit: z
      .array(
        z.object({ row_id: id, order: z.int(), value: z.string().meta({ description: "At most 200 characters" }) }),
      )
      .meta({ description: "At most five, in the order of the rows" }),
  }),
  example: { data_type: "integer" },
});

export const updateColumn = define({
  name: "updateColumn",
  method: "PATCH",
  path: `${base}columns/{column_id}/`,
  tag,
  summary: "Change a column's name or type",
  description:
    "Renames a column or changes its type; what is missing in the body stays. A change of type whose cells do not all fit is refused, unless `clear_unfit` removes them. Other cells stay as they are. Columns that runs fill, and those of scenarios, are refused. Mappings follow a renamed column. Prompts that name it in braces need the new name. All or nothing.",
  errors: ["conflict"],
  params: columnParams,
  body: z.strictObject({
    name: name.optional(),
    data_type: z.enum(columnTypes).optional(),
    clear_unfit: z.boolean().default(false).meta({ description: "Removes the cells that do not fit the new type" }),
  }),
  response: column.extend({ cleared: z.int().meta({ description: "Cells that were removed" }) }),
  example: { name: "order number", data_type: "text" },
});

export const addColumns = define({
  name: "addColumns",
  method: "POST",
  path: `${base}add_columns/`,
  tag,
  summary: "Add columns at the end",
  description:
    "Adds columns at the end, empty in every row. A dataset can have at most 500 columns. A name that is taken, ignoring case, is refused. All or nothing.",
  params: datasetParams,
  body: z.object({ new_columns_data: list(newColumn, MAX_COLUMNS).min(1, "At least one column is required.") }),
  response: z.object({ message: z.string(), data: z.array(column) }),
  example: { new_columns_data: [{ name: "verdict", data_type: "boolean" }] },
});
