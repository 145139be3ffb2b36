import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import {
  deleted,
  id,
  json,
  jsonObject,
  labelTypes,
  longText,
  page,
  pageQuery,
  scoreSources,
  sourceId,
  sourceTypes,
  timestamp,
} from "../shapes";

const tag = "Scores";
const SEEN =
  "Other annotators' values of an item are visible to annotators who have completed it (except in queues with checks), to managers and reviewers of its queue, and to Owners and Admins. In default queues all members see them.";
const TARGET =
  "The score goes to the named queue item, or else to the default queue of the source's project, dataset or agent definition, which is created if needed.";
const inQueue = ["item_approved", "item_in_review", "item_reserved", "item_completed", "item_is_check"] as const;
const REVIEWED = "Refused while the item waits for review and once it is approved.";
const base = "/model-hub/scores/";
const params = z.object({ id });

export const score = z
  .object({
    id,
    source_type: z.enum(sourceTypes),
    source_id: z.string().nullable(),
    label_id: id,
    label_name: z.string(),
    label_type: z.enum(labelTypes),
    label_settings: jsonObject,
    label_allow_notes: z.boolean(),
    label_version: z.int().meta({ description: "Version of the label under which the value was given" }),
    value: json,
    value_history: z
      .array(z.object({ value: json, at: timestamp }))
      .meta({ description: "Superseded values, oldest first" }),
    score_source: z.enum(scoreSources),
    notes: z.string().nullable(),
    annotator: id.nullable(),
    annotator_id: id
      .nullable()
      .meta({ description: "The same as `annotator`; published clients read it; null for an answer without one" }),
    annotator_name: z.string().nullable(),
    annotator_email: z.string().nullable(),
    queue_item: id.nullable(),
    queue_id: id.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Score" });
export type Score = z.infer<typeof score>;

const source = { source_type: z.enum(sourceTypes), source_id: sourceId };
const people = { label_id: id.optional(), annotator_id: id.optional() };
// A value can be anything, but it must be sent.
const value: z.ZodType<unknown> = json.refine((sent) => sent !== undefined, { error: "This field is required." });
const entry = {
  label_id: id,
  value,
  notes: longText.nullish().meta({ description: "Stored if the label allows notes" }),
  score_source: z.enum(scoreSources).default("human"),
};
const queueItem = id.nullish().meta({ description: "The queue item (default: that of the default queue)" });
const labelExample = { label_id: "00000000-0000-4000-8000-000000000000", value: { rating: 4 } };
const sourceExample = { source_type: "dataset_row", source_id: "00000000-0000-4000-8000-000000000000" };

export const listScores = define({
  name: "listScores",
  method: "GET",
  path: base,
  tag,
  summary: "List scores, newest first",
  description: `A page of scores that are not deleted, newest first, by source, label or annotator. For long lists, \`after\` is faster than \`page\`. ${SEEN}`,
  errors: ["not_found"],
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    after: id.optional().meta({ description: "Only scores after this one in the list. Replaces page" }),
    source_type: source.source_type.optional(),
    source_id: source.source_id.optional(),
    ...people,
  }),
  response: page(score),
  example: { ...sourceExample, limit: 50 },
});

export const createScore = define({
  name: "createScore",
  method: "POST",
  path: base,
  tag,
  summary: "Score a source under a label",
  description: `Stores the caller's value for a source under a label. A new value replaces the caller's earlier one, which stays in the history. ${TARGET} ${REVIEWED}`,
  errors: ["not_found", ...inQueue],
  body: z.strictObject({ ...source, ...entry, queue_item_id: queueItem }),
  response: score,
  example: { ...sourceExample, ...labelExample },
});

export const createScores = define({
  name: "createScores",
  method: "POST",
  path: `${base}bulk/`,
  tag,
  summary: "Score a source under several labels; values that cannot be saved are reported",
  description: `Stores the caller's values for a source under up to 200 labels, and a note. \`errors\` lists values that cannot be saved; the others are saved. ${TARGET} ${REVIEWED}`,
  errors: ["not_found", ...inQueue],
  body: z.strictObject({
    ...source,
    scores: list(z.strictObject(entry), 200).min(1, "At least one score is required."),
    notes: longText.nullish(),
    span_notes: longText.nullish().meta({ description: "The caller's note on the whole item; empty text removes it" }),
    span_notes_source_id: sourceId
      .nullish()
      .meta({ description: "A span that shows `span_notes` too. Later texts of the note replace it there" }),
    queue_item_id: queueItem,
  }),
  response: z.object({ scores: z.array(score), errors: z.array(z.string()) }),
  example: { ...sourceExample, scores: [labelExample] },
});

export const scoresForSource = define({
  name: "scoresForSource",
  method: "GET",
  path: `${base}for-source/`,
  tag,
  summary: "List the scores of a source",
  description: `All scores of one source that are not deleted, by label, and for a span the notes on the whole span. ${SEEN} An unknown source has no scores.`,
  envelope: "bare",
  query: z.strictObject({ ...source, ...people }),
  response: z.object({
    status: z.literal(true),
    result: z.array(score),
    span_notes: z
      .array(
        z.object({
          id,
          notes: z.string(),
          annotator: z.string(),
          queue_name: z.string().nullable(),
          created_at: timestamp,
        }),
      )
      .optional()
      .meta({ description: "Notes on a span as a whole" }),
  }),
  example: sourceExample,
});

export const getScore = define({
  name: "getScore",
  method: "GET",
  path: `${base}{id}/`,
  tag,
  summary: "Get a score",
  description: `One score that is not deleted. ${SEEN} A score that the caller may not see is 404.`,
  envelope: "bare",
  params,
  response: score,
});

const changes = { notes: longText.nullish(), score_source: z.enum(scoreSources).optional() };

export const replaceScore = define({
  name: "replaceScore",
  method: "PUT",
  path: `${base}{id}/`,
  tag,
  summary: "Change a score's value",
  description: `Changes a score's value. The earlier value stays in the history. For its annotator, Owners and Admins. ${REVIEWED}`,
  errors: ["item_approved", "item_in_review"],
  envelope: "bare",
  params,
  body: z.strictObject({ value, ...changes }),
  response: score,
  example: { value: { rating: 5 } },
});

export const updateScore = define({
  name: "updateScore",
  method: "PATCH",
  path: `${base}{id}/`,
  tag,
  summary: "Change some fields of a score",
  description: `Changes a score's value, notes or source, where they are sent. For its annotator, Owners and Admins. ${REVIEWED}`,
  errors: ["item_approved", "item_in_review"],
  envelope: "bare",
  params,
  body: z
    .strictObject({ value: json.optional(), ...changes })
    .refine((body) => Object.keys(body).length > 0, { error: "Give a field to change." }),
  response: score,
  example: { notes: "On a second look." },
});

export const deleteScore = define({
  name: "deleteScore",
  method: "DELETE",
  path: `${base}{id}/`,
  tag,
  summary: "Delete a score",
  description: `Deletes a score. If the item was complete only with it, the item opens again. For its annotator, Owners and Admins. ${REVIEWED}`,
  errors: ["item_approved", "item_in_review"],
  params,
  response: deleted,
});
