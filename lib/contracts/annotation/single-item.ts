import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { deleted, givenObject, id, itemParams, json, longText, queueParams, sourceId, sourceTypes } from "../shapes";
import { MANAGERS_MAY } from "../words";
import { item } from "./items";

const tag = "Queue items";
const base = "/model-hub/annotation-queues/{queue_id}/items/";

// The largest PostgreSQL integer.
const ordinal = z.int().min(-2_147_483_648).max(2_147_483_647);
const fields = {
  priority: ordinal.optional().meta({ description: "Items with a higher priority are handed out first" }),
  order: ordinal.optional(),
  metadata: givenObject.optional(),
};

export const createItem = define({
  name: "createItem",
  method: "POST",
  path: base,
  tag,
  summary: "Add one source to a queue",
  description: `Adds one source to a queue, assigned by the queue's strategy. 404 for an unknown source, 409 if the queue already has it. ${MANAGERS_MAY}`,
  errors: ["conflict"],
  access: "queue",
  envelope: "bare",
  params: queueParams,
  body: z.strictObject({ source_type: z.enum(sourceTypes), source_id: sourceId, ...fields }),
  response: item,
  example: { source_type: "dataset_row", source_id: "00000000-0000-4000-8000-000000000000", priority: 1 },
});

export const getItem = define({
  name: "getItem",
  method: "GET",
  path: `${base}{item_id}/`,
  tag,
  summary: "Get an item",
  description:
    "An item in the form that lists use. Annotators get 404 for gold items and for other annotators' checks.",
  envelope: "bare",
  params: itemParams,
  response: item,
});

export const updateItem = define({
  name: "updateItem",
  method: "PATCH",
  path: `${base}{item_id}/`,
  tag,
  summary: "Change an item's priority, order or metadata",
  description: `Changes an item's priority, order or metadata. Items with a higher priority are handed out first. ${MANAGERS_MAY}`,
  access: "queue",
  envelope: "bare",
  params: itemParams,
  body: z.strictObject(fields).refine((body) => Object.keys(body).length > 0, { error: "Give a field to change." }),
  response: item,
  example: { priority: 5 },
});

export const deleteItem = define({
  name: "deleteItem",
  method: "DELETE",
  path: `${base}{item_id}/`,
  tag,
  summary: "Remove an item with its scores, notes and discussion",
  description: `Removes an item with its scores, notes and discussion. 404 if it was already removed. ${MANAGERS_MAY}`,
  access: "queue",
  params: itemParams,
  response: deleted,
});

export const importAnnotations = define({
  name: "importAnnotations",
  method: "POST",
  path: `${base}{item_id}/annotations/import/`,
  tag,
  summary: "Import an annotator's values",
  description: `Stores values from another tool as an annotator's scores. Blank values and labels that are not in the queue are skipped and counted. One invalid value refuses the whole import. Repeating the request replaces the values. ${MANAGERS_MAY}`,
  errors: ["item_is_check", "item_in_review", "item_approved"],
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    annotations: list(
      z.strictObject({
        label_id: id,
        value: json,
        notes: longText.nullish(),
        score_source: z.string().max(50).nullish().meta({ description: "Default: `imported`" }),
      }),
      200,
    ).min(1, "At least one annotation is required."),
    annotator_id: id.nullish().meta({ description: "The values' annotator (default: the caller)" }),
  }),
  response: z.object({
    imported: z.int(),
    skipped: z
      .int()
      .meta({ description: "Values left out: blank, of a label outside the queue, or of an unknown score source" }),
  }),
  example: { annotations: [{ label_id: "00000000-0000-4000-8000-000000000000", value: { rating: 4 } }] },
});
