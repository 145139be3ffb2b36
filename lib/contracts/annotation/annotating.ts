// What an annotator does with one item after another.
import { z } from "zod";
import { define } from "../define";
import {
  id,
  itemParams,
  json,
  jsonObject,
  labelTypes,
  longText,
  queueParams,
  queueStatuses,
  reviewStatuses,
  scoreSources,
  timestamp,
} from "../shapes";
import { resolvedValue } from "./adjudications";
import { discussion } from "./discussions";
import { itemDraft } from "./drafts";
import { item } from "./items";
import { score } from "./scores";

const tag = "Annotating";
const base = "/model-hub/annotation-queues/{queue_id}/items/";
const reviewState = z.enum([...reviewStatuses, "all", ""]).optional();

/** By these a reviewer moves among items that others have annotated, and sees what they gave. */
const reviewView = {
  view_mode: z.string().optional().meta({ description: "For reviewers: review, comparison or submissions" }),
  review_status: reviewState,
  exclude_review_status: reviewState,
  include_all_annotations: z.boolean().optional(),
  disagreement_label: id
    .optional()
    .meta({ description: "For reviewers: move among items with different values under this label, own work included" }),
};

/** Ids travel in the address, whose length servers and proxies limit. */
export const MOST_EXCLUDED = 200;

export const nextItem = define({
  name: "nextItem",
  method: "GET",
  path: `${base}next-item/`,
  tag,
  summary: "Claim the next item for the caller, or resume the one that the caller holds",
  access: "queue",
  params: queueParams,
  query: z.strictObject({
    exclude: z
      .array(id)
      .max(MOST_EXCLUDED, `At most ${MOST_EXCLUDED} items; those that the caller has completed need not be named.`)
      .optional()
      .meta({ description: "Items at hand, comma separated: another one is asked for" }),
    ahead: z.boolean().optional().meta({
      description:
        "Claim for later, while others are worked on: null once the caller holds as many as are fair to others, and no work is counted yet",
    }),
    include_skipped: z.boolean().optional().meta({
      description: "Whether what the caller has skipped is offered when nothing else is left; true unless told",
    }),
    before: id.optional().meta({ description: "The neighbour before this item, without claiming it" }),
    include_completed: z.boolean().default(false),
    ...reviewView,
  }),
  response: z.object({ item: item.nullable() }),
});

/** How a client moves on: which items it has visited, and whether completed ones count. */
const moveOn = z.strictObject({
  exclude: z.union([z.array(id), z.string()]).optional(),
  exclude_review_status: reviewView.exclude_review_status,
  include_completed: z.boolean().optional(),
  claim_next: z
    .boolean()
    .optional()
    .meta({ description: "Whether to claim the next item too; true unless told, else next_item is null" }),
});

export const itemLabel = z.object({
  id: id.meta({ description: "Id of the binding" }),
  label_id: id,
  name: z.string(),
  type: z.enum(labelTypes),
  settings: jsonObject,
  description: z.string().nullable(),
  allow_notes: z.boolean(),
  required: z.boolean(),
  order: z.int(),
});
export type ItemLabel = z.infer<typeof itemLabel>;

const position = { total: z.int(), completed: z.int(), current_position: z.int().nullable() };

export const itemDetail = z
  .object({
    item: item.extend({
      assigned_to_id: id.nullable(),
      source_content: jsonObject,
    }),
    queue: z.object({
      id,
      name: z.string(),
      status: z.enum(queueStatuses),
      instructions: z.string().nullable(),
      annotations_required: z.int(),
      requires_review: z.boolean(),
      reservation_timeout_minutes: z.int(),
    }),
    labels: z.array(itemLabel),
    annotations: z.array(score),
    ...discussion,
    resolved: z.array(resolvedValue).meta({ description: "What reviewers settled; for reviewers and managers" }),
    existing_notes: z.string(),
    draft: itemDraft.nullable().meta({ description: "What the caller has put in and not submitted" }),
    span_notes: z.array(
      z.object({ id, notes: z.string(), annotator: z.string(), annotator_id: id, created_at: timestamp }),
    ),
    span_notes_source_id: z.string().nullable(),
    seat: z
      .object({
        state: z.enum(["reserved", "completed", "skipped"]),
        expires_at: timestamp.nullable(),
      })
      .nullable()
      .meta({ description: "What the caller has to do with the item" }),
    progress: z.object({ ...position, user_progress: z.object(position) }),
    next_item_id: id.nullable(),
    prev_item_id: id.nullable(),
  })
  .meta({ id: "ItemDetail" });
export type ItemDetail = z.infer<typeof itemDetail>;

export const annotateDetail = define({
  name: "annotateDetail",
  method: "GET",
  path: `${base}{item_id}/annotate-detail/`,
  tag,
  summary: "An item with its full source, its form and the caller's annotations",
  access: "queue",
  params: itemParams,
  query: z.strictObject({
    reserve: z.boolean().default(false).meta({ description: "Take or renew the reservation" }),
    annotator_id: id.optional(),
    include_completed: z.boolean().optional(),
    ...reviewView,
  }),
  response: itemDetail,
});

export const listAnnotations = define({
  name: "listAnnotations",
  method: "GET",
  path: `${base}{item_id}/annotations/`,
  tag,
  summary: "All annotations of an item; until the caller has completed it, the caller's own",
  params: itemParams,
  response: z.array(score),
});

const mutationId = z.string().min(1, "May not be empty.").max(100, "At most 100 characters.");

export const submitAnnotations = define({
  name: "submitAnnotations",
  method: "POST",
  path: `${base}{item_id}/annotations/submit/`,
  tag,
  summary: "Submit annotations and notes for an item",
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    annotations: z
      .array(
        z.strictObject({
          label_id: id,
          value: json,
          notes: longText.nullish(),
          score_source: z.enum(scoreSources).optional(),
        }),
      )
      .min(1, "At least one annotation is required.")
      .max(200),
    notes: longText.nullish(),
    item_notes: longText.nullish().meta({ description: "Note on the whole item; empty text removes it" }),
    mutation_id: mutationId.nullish().meta({
      description:
        "The client's name for this submit, e.g. a UUID: sent again within seven days it has no second effect",
    }),
    complete: z.boolean().optional().meta({
      description: "Whether the caller is done with the item too, all or nothing; as if `complete` had followed",
    }),
  }),
  response: z.object({
    submitted: z.int(),
    ignored: z
      .array(z.object({ label_id: id, reason: z.enum(["label_not_attached", "blank_value", "superseded"]) }))
      .meta({ description: "Annotations that were left out; `superseded` by a later one for the same label" }),
  }),
  example: { annotations: [{ label_id: "00000000-0000-4000-8000-000000000000", value: { rating: 4 } }] },
});

export const completeItem = define({
  name: "completeItem",
  method: "POST",
  path: `${base}{item_id}/complete/`,
  tag,
  summary: "Complete an item and claim the next one",
  access: "queue",
  params: itemParams,
  body: moveOn,
  response: z.object({ completed_item_id: id, next_item: item.nullable() }),
});

export const skipItem = define({
  name: "skipItem",
  method: "POST",
  path: `${base}{item_id}/skip/`,
  tag,
  summary: "Skip an item for the caller and claim the next one",
  access: "queue",
  params: itemParams,
  body: moveOn.extend({
    reason: z.string().max(2000).nullish(),
    mutation_id: mutationId.nullish().meta({
      description: "The client's name for this skip: sent again within seven days it has no second effect",
    }),
  }),
  response: z.object({ skipped_item_id: id, next_item: item.nullable() }),
});

export const releaseItem = define({
  name: "releaseItem",
  method: "POST",
  path: `${base}{item_id}/release/`,
  tag,
  summary: "Give a reserved item back",
  access: "queue",
  params: itemParams,
  response: z.object({ released: z.literal(true) }),
});

export const undoItem = define({
  name: "undoItem",
  method: "POST",
  path: `${base}{item_id}/undo/`,
  tag,
  summary: "Take the caller's last submit or skip of an item back, and the item into the caller's hands",
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    mutation_id: mutationId.nullish().meta({
      description: "The submit or skip that is meant: taking it back again has no second effect",
    }),
  }),
  response: z.object({ undone_item_id: id, undone: z.enum(["submit", "skip"]) }),
});
