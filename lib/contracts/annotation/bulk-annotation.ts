import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { documentedAs } from "../documented";
import { id, jsonObject, labelTypes, longText } from "../shapes";

const tag = "Tracing";

const MAX_RECORDS = 1000;
/** The most entries in each list of a record. The response counts what was saved, record by record. */
const MAX_ENTRIES = 1000;

// Only requests that make no sense as a whole are refused here. Other problems are reported record by record.
const annotation = z.strictObject({
  annotation_label_id: id,
  value: longText.nullish().meta({ description: "For text" }),
  value_float: z.number().nullish().meta({ description: "For numeric and star" }),
  value_bool: z.boolean().nullish().meta({ description: "For thumbs_up_down" }),
  value_str_list: list(z.string(), MAX_ENTRIES).nullish().meta({ description: "For categorical" }),
});
export type GivenAnnotation = z.infer<typeof annotation>;

const record = z.strictObject({
  observation_span_id: z.string().min(1).max(255),
  annotations: list(annotation, MAX_ENTRIES).nullish().meta({ description: "At most 20" }),
  notes: list(z.strictObject({ text: longText.min(1, "May not be blank.") }), MAX_ENTRIES)
    .nullish()
    .meta({ description: "At most 20, of at most 5000 characters" }),
});
export type GivenRecord = z.infer<typeof record>;

const entry = { record_index: z.int().meta({ description: "1-based" }), span_id: z.string().optional() };
const counters = {
  annotations_created: z.int(),
  annotations_updated: z.int(),
  notes_created: z.int(),
  succeeded_count: z.int(),
  errors_count: z.int(),
  warnings_count: z.int(),
};

export const recordProblem = z.object({
  ...entry,
  error: z.string().optional().meta({ description: "Nothing of the record was saved" }),
  annotation_error: z.string().optional().meta({ description: "This annotation was not saved" }),
  label_id: id.optional(),
  note_index: z.int().optional(),
});
export type RecordProblem = z.infer<typeof recordProblem>;

const recordWarning = z.object({ ...entry, span_id: z.string(), label_id: id, warning: z.string() });
export type RecordWarning = z.infer<typeof recordWarning>;

const answered = z.object({
  message: z.string(),
  ...counters,
  warnings: z.array(recordWarning).nullable(),
  errors: z.array(recordProblem).nullable(),
});

export const bulkAnnotate = define({
  name: "bulkAnnotate",
  method: "POST",
  path: "/tracer/bulk-annotation/",
  tag,
  summary: "Annotate many spans; annotations that cannot be saved are reported",
  description:
    "Stores the caller's values and notes for up to 1000 spans. `errors` lists, per record, what cannot be saved; the rest is saved, and the status is always 200. A new value replaces the caller's earlier one; a note with the same text is kept once.",
  body: z.strictObject({ records: list(record, MAX_RECORDS, `At most ${MAX_RECORDS} records.`) }),
  response: documentedAs(
    answered.extend({
      annotationsCreated: counters.annotations_created,
      annotationsUpdated: counters.annotations_updated,
      notesCreated: counters.notes_created,
      succeededCount: counters.succeeded_count,
      errorsCount: counters.errors_count,
      warningsCount: counters.warnings_count,
    }),
    answered,
  ),
  example: {
    records: [
      {
        observation_span_id: "00f067aa0ba902b7",
        annotations: [{ annotation_label_id: "00000000-0000-4000-8000-000000000000", value_float: 4 }],
        notes: [{ text: "Answers the question." }],
      },
    ],
  },
});

export const getAnnotationLabels = define({
  name: "getAnnotationLabels",
  method: "GET",
  path: "/tracer/get-annotation-labels/",
  tag,
  summary: "List the labels for a project's spans",
  description:
    "Every label for a project's spans that is not archived, by name: the project's own labels, and labels without a project. Without `project_id`, all of the organization's.",
  query: z.strictObject({ project_id: id.optional() }),
  response: z.array(
    z.object({
      id,
      name: z.string(),
      type: z.enum(labelTypes),
      description: z.string().nullable(),
      settings: jsonObject,
    }),
  ),
  example: { project_id: "00000000-0000-4000-8000-000000000000" },
});
