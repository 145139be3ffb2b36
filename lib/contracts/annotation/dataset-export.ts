import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { columnTypes, id, labelTypes, name, queueParams } from "../shapes";
import { MANAGERS_MAY } from "../words";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/{queue_id}/";

const field = z
  .object({
    id: z.string(),
    label: z.string().meta({ description: "The field's display name" }),
    column: z.string().meta({ description: "The column that it is written to by default" }),
    data_type: z.enum(columnTypes),
    group: z.enum(["item", "review", "source", "annotations", "attributes"]),
    default: z.boolean(),
    path: z.string().optional().meta({ description: "Path of an attribute in the source's content" }),
    kind: z.enum(labelTypes).optional().meta({ description: "Type of the label" }),
    label_id: id.optional(),
    slot: z.int().optional().meta({ description: "1 for the label's oldest annotation of an item, and so on" }),
  })
  .meta({ id: "ExportField" });
export type ExportField = z.infer<typeof field>;

export const listExportFields = define({
  name: "listExportFields",
  method: "GET",
  path: `${base}export-fields/`,
  tag,
  summary: "List what an export to a dataset can write",
  description: `What exportToDataset can write of this queue: fields of items, reviews, labels and sources, with the default mapping. ${MANAGERS_MAY}`,
  access: "queue",
  params: queueParams,
  response: z.object({
    fields: z.array(field),
    default_mapping: z.array(z.object({ field: z.string(), column: z.string(), enabled: z.boolean() })),
  }),
});

const MAX_MAPPED = 2000;
const fieldId = z.string().min(1).max(500);

export const exportToDataset = define({
  name: "exportToDataset",
  method: "POST",
  path: `${base}export-to-dataset/`,
  tag,
  summary: "Export a queue's items and annotations to a dataset, or update an earlier export",
  description:
    "Writes one row per item into a new or existing dataset and creates columns as needed. Rows remember their items: repeating the export updates them and adds only new ones. All or nothing. For managers of the queue who are not Viewers, and for Owners and Admins.",
  access: "queue",
  params: queueParams,
  body: z.strictObject({
    dataset_id: id.nullish().meta({ description: "An existing dataset; takes precedence over dataset_name" }),
    dataset_name: name.nullish().meta({ description: "Name of a new dataset" }),
    status_filter: z
      .string()
      .max(50)
      .default("completed")
      .meta({ description: "Item status; blank or `all` for every item" }),
    column_mapping: list(
      z.object({
        field: fieldId.optional().meta({ description: "Id of a field, or attr:<path into the source's content>" }),
        id: fieldId.optional().meta({ description: "Another name for field" }),
        column: name.optional().meta({ description: "Name of the column (default: the field's own)" }),
        enabled: z.boolean().default(true),
      }),
      MAX_MAPPED,
    )
      .default([])
      .meta({ description: "Empty for the default mapping" }),
  }),
  response: z.object({
    dataset_id: id,
    dataset_name: z.string(),
    rows_created: z.int(),
    rows_updated: z.int().meta({ description: "Rows of an earlier export of the same items" }),
    columns: z.array(z.string()),
  }),
  example: {
    dataset_name: "Judged replies",
    column_mapping: [{ field: "input", column: "question" }, { field: "annotation_metrics" }],
  },
});
