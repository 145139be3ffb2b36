// The contents of a queue's export.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { outcomes } from "../evaluation/names";
import {
  id,
  itemStatuses,
  json,
  jsonObject,
  labelTypes,
  reviewStatuses,
  scoreSources,
  sourceTypes,
  timestamp,
} from "../shapes";

const annotation = z.object({
  label_id: id,
  label_name: z.string(),
  label_type: z.enum(labelTypes),
  label_version: z.int().meta({ description: "Version of the label under which the value was given" }),
  value: json,
  notes: z.string(),
  annotator_id: id.nullable(),
  annotator_name: z.string().nullable(),
  annotator_email: z.string().nullable(),
  score_source: z.enum(scoreSources),
  created_at: timestamp,
  updated_at: timestamp,
  suggestion: z
    .object({
      value: json,
      shown: z.enum(["after", "before"]),
      first_same: z.boolean().nullable(),
      same: z.boolean(),
    })
    .nullable()
    .meta({
      description:
        "The suggestion that the annotator saw before submitting, when it was shown, whether the own answer before equals it (null if unknown), and whether the submitted one does",
    }),
  work_seconds: z.number().nullable().meta({
    description:
      "How long the annotator worked on the item; null if no time was measured, as for values from outside the annotation screen",
  }),
});
export type ExportedAnnotation = z.infer<typeof annotation>;

const resolution = z.object({
  label_id: id,
  label_name: z.string(),
  label_type: z.enum(labelTypes),
  value: json,
  notes: z.string(),
  by: id,
  by_name: z.string(),
  by_email: z.string(),
  at: timestamp,
});
export type ExportedResolution = z.infer<typeof resolution>;

const verdict = z.object({
  name: z.string(),
  score: z.number().nullable(),
  output: json,
  passed: z.boolean().nullable(),
  outcome: z.enum(outcomes),
  explanation: z.string(),
  tags: z.array(z.string()).meta({ description: "Version of the evaluation's template" }),
  error: z.boolean(),
  error_message: z.string().nullable(),
  created_at: timestamp,
});
export type ExportedVerdict = z.infer<typeof verdict>;

const item = z
  .object({
    item_id: id,
    source_type: z.enum(sourceTypes),
    source_id: z.string(),
    status: z.enum(itemStatuses),
    order: z.int(),
    review: z.object({
      requires_review: z.boolean(),
      status: z.string().nullable(),
      notes: z.string().nullable(),
      reviewed_at: timestamp.nullable(),
      reviewed_by_id: id.nullable(),
      reviewed_by_name: z.string().nullable(),
      reviewed_by_email: z.string().nullable(),
    }),
    item_notes: z.string(),
    annotations: z.array(annotation).meta({ description: "Oldest first" }),
    annotation_metrics: jsonObject.meta({
      description: "Label name → its annotation, or a list if there are several",
    }),
    resolved: z.array(resolution).meta({
      description: "Adjudicated values; at most one per label, in the form's order",
    }),
    evals: z.record(z.string(), z.union([verdict, z.array(verdict)])).meta({
      description:
        "Results of evaluations of the source, by name; a list if there are several. For a row, the results of the newest run; for spans and traces, those of tasks; for a call, the latest ones",
    }),
    source: jsonObject,
  })
  .meta({ id: "ExportedItem" });
export type ExportedItem = z.infer<typeof item>;

/** A complete export in JSON. In JSON Lines, each item is on one line. The verb's own output is the file. */
export const exportedItems: z.ZodType<unknown> = z.object({ status: z.literal(true), result: z.array(item) });

const MOST_NAMED = 100;

/** Which items and annotations a file has. */
export const exportFilters = {
  review_status: z
    .enum(reviewStatuses)
    .optional()
    .meta({ description: "Only items in this state of review, such as approved" }),
  label_ids: list(id, MOST_NAMED).min(1).optional().meta({ description: "Only annotations under these labels" }),
  annotator_ids: list(id, MOST_NAMED).min(1).optional().meta({ description: "Only annotations by these people" }),
  since: timestamp.optional().meta({ description: "Only annotations that were last changed then or later" }),
  until: timestamp.optional().meta({ description: "Only annotations that were last changed before" }),
};
const filters = z.object(exportFilters);
export type ExportFilters = z.infer<typeof filters>;

export const namedFile = z
  .boolean()
  .optional()
  .meta({ description: "Name the file by the queue and the day instead of by the queue's id" });
