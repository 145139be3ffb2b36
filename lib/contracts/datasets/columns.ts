import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { documentedAs } from "../documented";
import { columnOrigins, columnTypes, id } from "../shapes";
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
  source_id: id.nullable().meta({ description: "The user evaluation metric whose values or reasons it has" }),
  status: z.enum(["NotStarted", "Running", "Completed", "Cancelled", "Failed"]),
  average_score: z.number().nullable().meta({ description: "Mean of the numeric scores in the run shown" }),
  coverage: z
    .number()
    .nullable()
    .meta({ description: "Share of the run's cells that are scored; those that have not ended count too" }),
  run_id: id.nullable().meta({ description: "The run shown" }),
  run_evaluation_id: id.nullable().meta({ description: "The evaluation or prompt of the run shown" }),
  run_config: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "For a column that a model fills: its prompt" }),
  eval_tag: z.array(z.string()),
});

/** Published clients do not know the type persona: to them it is json. */
export const configuredColumn = documentedAs(
  answeredInBoth(describedColumn).extend({ dataType: z.enum(publishedTypes) }),
  describedColumn.meta(IN_CAMEL_CASE_TOO),
).meta({ id: "DatasetColumn" });

export type ConfiguredColumn = z.infer<typeof configuredColumn>;

export const deleteColumn = define({
  name: "deleteColumn",
  method: "DELETE",
  path: `${base}delete_column/{column_id}/`,
  tag,
  summary: "Delete a column",
  description:
    "Deletes a column. Its name can be used again. In later runs, cells of evaluations that are mapped to it are unscored, with the reason.",
  params: datasetParams.extend({ column_id: id }),
  response: z.object({ message: z.string() }),
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
