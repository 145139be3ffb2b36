// Suggested answers: what a judge, a model or an import says about an item, shown to annotators as a suggestion.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, json, queueParams, sourceId, sourceTypes } from "../shapes";
import { MANAGERS_MAY } from "../words";

const tag = "Suggestions";
const base = "/model-hub/annotation-queues/{queue_id}/suggestions/";
const count = z.int();

/** When annotators see suggestions. */
export const suggestionModes = ["off", "after", "before"] as const;
export type SuggestionMode = (typeof suggestionModes)[number];
export const suggestionMode = z.enum(suggestionModes).meta({
  description:
    "When annotators see suggestions: never; after they have chosen their own answer; or before, which biases them towards it",
});

export const suggestion = z
  .object({
    label_id: id,
    value: json,
    origin: z.string().meta({ description: "Who or what answered, for example a judge" }),
    confidence: z.number().nullable().meta({ description: "From 0 to 1; null if unknown" }),
  })
  .meta({ id: "Suggestion" });
export type Suggestion = z.infer<typeof suggestion>;

/** With an answer: that the annotator saw the suggestion before submitting it. */
export const suggestionUse = z.strictObject({
  shown: z.enum(["after", "before"]).meta({ description: "Whether it was shown before the annotator's own answer" }),
  first: json.optional().meta({ description: "The annotator's own answer before the suggestion was shown" }),
});
export type SuggestionUse = z.infer<typeof suggestionUse>;

/** What is stored about it with the answer. */
export interface StoredUse {
  /** The suggestion as it was when the answer was submitted, in canonical form. */
  value: Record<string, unknown>;
  shown: SuggestionUse["shown"];
  /** Whether the own answer, before the suggestion was shown, equals it; null if unknown. */
  firstSame: boolean | null;
  /** Whether the submitted answer equals it. */
  same: boolean;
}

const MAX_SAVED = 2000;
const origin = z.string().trim().min(1, "May not be blank.").max(255);

export const saveSuggestions = define({
  name: "saveSuggestions",
  method: "PUT",
  path: base,
  tag,
  summary: "Save suggested answers",
  description: `Saves up to ${MAX_SAVED} suggestions for items of the queue, all or nothing: one suggestion for each item and label, and a new one replaces it. Suggestions are not scores, and no figure counts them. Repeating the request changes nothing. ${MANAGERS_MAY}`,
  access: "queue",
  params: queueParams,
  body: z.strictObject({
    suggestions: list(
      z
        .strictObject({
          item_id: id.optional(),
          source_type: z.enum(sourceTypes).optional(),
          source_id: sourceId.optional(),
          label_id: id,
          value: json,
          origin: origin.default("import"),
          confidence: z.number().min(0).max(1).nullish(),
        })
        .refine(
          ({ item_id, source_type, source_id }) =>
            item_id !== undefined
              ? source_type === undefined && source_id === undefined
              : source_type !== undefined && source_id !== undefined,
          { error: "Name the item by item_id, or by source_type and source_id." },
        ),
      MAX_SAVED,
    ).min(1, "At least one suggestion is required."),
  }),
  response: z.object({ saved: count }),
  example: {
    suggestions: [
      {
        item_id: "00000000-0000-4000-8000-000000000000",
        label_id: "00000000-0000-4000-8000-000000000000",
        value: { rating: 4 },
        origin: "helpfulness judge",
      },
    ],
  },
});

/** Limits the items that one request reads. */
export const FILLED_AT_ONCE = 1000;

export const fillSuggestions = define({
  name: "fillSuggestions",
  method: "POST",
  path: `${base}fill/`,
  tag,
  summary: "Make suggestions from a field or an evaluation of the items",
  description: `Reads a field of the items' sources, such as the column that a judge or an import has filled, or the newest result of an evaluation. Each value that the label accepts becomes the suggestion for it. One request reads ${FILLED_AT_ONCE} items in the order of the queue; \`next_after\` is where the next request goes on. Repeating it changes nothing. ${MANAGERS_MAY}`,
  access: "queue",
  params: queueParams,
  body: z
    .strictObject({
      label_id: id,
      field: z.string().min(1).max(255).optional().meta({ description: "A column of the rows; or Input or Output" }),
      evaluation: z.string().min(1).max(255).optional().meta({ description: "The name of an evaluation" }),
      after: z.int().optional().meta({ description: "`next_after` of the last response; left out at the start" }),
    })
    .refine(({ field, evaluation }) => (field === undefined) !== (evaluation === undefined), {
      path: ["evaluation"],
      error: "Give exactly one of field and evaluation.",
    }),
  response: z.object({
    saved: count,
    empty: count.meta({ description: "Items without a value there" }),
    unreadable: count.meta({ description: "Items with a value that the label does not accept" }),
    example: z
      .object({ item_id: id, problem: z.string() })
      .nullable()
      .meta({ description: "The first item with such a value; null without one" }),
    next_after: z.int().nullable().meta({ description: "Null after the last item" }),
  }),
  example: { label_id: "00000000-0000-4000-8000-000000000000", field: "judge" },
});

export const deleteSuggestions = define({
  name: "deleteSuggestions",
  method: "DELETE",
  path: base,
  tag,
  summary: "Delete a queue's suggestions",
  description: `Deletes the suggestions of a queue, or those for one label. What annotators did with them stays recorded with their answers. ${MANAGERS_MAY}`,
  access: "queue",
  params: queueParams,
  query: z.strictObject({ label_id: id.optional().meta({ description: "Only those for this label" }) }),
  response: z.object({ deleted: count }),
});

const share = z.object({
  count,
  of: count,
  share: z.number().nullable().meta({ description: "Null for none" }),
  interval: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .meta({ description: "95 %, Wilson; null for none" }),
});
export type SuggestionShare = z.infer<typeof share>;

const uses = z.object({
  shown: count.meta({ description: "Answers whose annotator saw the suggestion" }),
  same_at_first: share.meta({
    description: "Own answers, before the suggestion was shown, that equal it: agreement without its influence",
  }),
  changed_to: share.meta({
    description: "Of own answers that differed, those that were then changed to the suggestion: its influence",
  }),
  accepted: share.meta({ description: "Answers that equal the suggestion, of those whose annotator saw it before" }),
});

const labelUses = uses.extend({
  label_id: id,
  label_name: z.string(),
  suggestions: count.meta({ description: "Items with a suggestion" }),
  origins: z.array(z.string()).meta({ description: "Up to ten" }),
});
export type LabelUses = z.infer<typeof labelUses>;

export const getQueueSuggestions = define({
  name: "getQueueSuggestions",
  method: "GET",
  path: base,
  tag,
  summary: "Get suggestion statistics",
  description:
    "For each label and each annotator: how often the own answer equals the suggestion, how often seeing it changed the answer, and how often a suggestion that was shown first was accepted. Answers under gold items and repeats do not count. The suggestions themselves are shown with the items; no operation lists them. For managers and reviewers of the queue, and for Owners and Admins.",
  access: "queue",
  params: queueParams,
  response: z
    .object({
      mode: suggestionMode,
      labels: z.array(labelUses),
      annotators: z.array(uses.extend({ user_id: id, name: z.string() })),
    })
    .meta({ id: "SuggestionReport" }),
});
