// What an annotator does with one item after another.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
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
const MAY =
  "Annotators and managers of the queue may, Owners and Admins in every queue, as far as the item is assigned to them or free to take.";
const seats = ["item_reserved", "item_completed"] as const;
const open = ["queue_not_active", "item_in_review", "item_approved", "item_is_check", ...seats] as const;
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
  description:
    "Claims the caller's next item and reserves it for the queue's reservation time: an item in hand is resumed, then free ones by priority and order, then those skipped. Two callers never get the same place. `item` is null when nothing is left; completed items come back only with `include_completed`. With `ahead` it claims a further one to be worked on later. Queues that are not active show items without reserving them, and so do `before` and a reviewer's view.",
  access: "queue",
  params: queueParams,
  query: z.strictObject({
    exclude: list(
      id,
      MOST_EXCLUDED,
      `At most ${MOST_EXCLUDED} items; those that the caller has completed need not be named.`,
    )
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
  example: { include_completed: false },
});

/** How a client moves on: which items it has visited, and whether completed ones count. */
const moveOn = z.strictObject({
  exclude: z.union([list(id, 1000), z.string()], "Must be a list of ids, or a text of them.").optional(),
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
  description: `Everything that is needed to annotate an item: source, form, the caller's own scores and draft, discussion, progress and neighbours. What others gave is left out until a reviewer or manager asks for it. With \`reserve\` it takes or renews the caller's reservation, which is refused when others have all places. ${MAY}`,
  errors: [...seats, "item_is_check"],
  access: "queue",
  params: itemParams,
  query: z.strictObject({
    reserve: z.boolean().default(false).meta({ description: "Take or renew the reservation" }),
    annotator_id: id.optional(),
    include_completed: z.boolean().optional(),
    ...reviewView,
  }),
  response: itemDetail,
  example: { reserve: true },
});

export const listAnnotations = define({
  name: "listAnnotations",
  method: "GET",
  path: `${base}{item_id}/annotations/`,
  tag,
  summary: "All annotations of an item; until the caller has completed it, the caller's own",
  description:
    "The scores of an item. Until the caller has completed the item only the caller's own, unless the caller reviews the queue.",
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
  description: `Stores the caller's values and notes for an item and reserves it; \`complete\` says that the caller is done with it too, all or nothing, else completeItem does. Values given again replace earlier ones, which go to the history. With a \`mutation_id\` a submit that is sent again within seven days has no second effect. Blank values and labels that the queue does not have are left out and told in \`ignored\`; a value that its label refuses refuses the whole submit. ${MAY}`,
  errors: [...open, "required_labels_missing", "mutation_id_reused"],
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    annotations: list(
      z.strictObject({
        label_id: id,
        value: json,
        notes: longText.nullish(),
        score_source: z.enum(scoreSources).optional(),
      }),
      200,
    ).min(1, "At least one annotation is required."),
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
  description: `The caller is done with an item; needs a score under every required label, and at least one. Answers with the next item, claimed. Sent again, it finds the item done. The last annotator sends the item to review, or completes it where the queue asks for none; the last item completes the queue. ${MAY}`,
  errors: [...open, "required_labels_missing"],
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
  description:
    "Passes an item on and answers with the next one, claimed. The caller gets it again when nothing else is left; nobody left to take it makes it skipped. Completed items and those in review cannot be skipped. With a `mutation_id` a skip that is sent again within seven days has no second effect. People of the queue may.",
  errors: ["mutation_id_reused"],
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
  description:
    "Gives the caller's reservation of an item back, so that others can take it; without one it changes nothing. A manager releases everybody's. Somebody else's reservation is refused to others.",
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
  description: `Takes the caller's last submit or skip of an item back: the values before it stand again, what was sent becomes the draft, and the item is the caller's again. With \`mutation_id\` that one is meant, and a repetition changes nothing. Refused once a reviewer has decided. ${MAY}`,
  errors: [
    "queue_not_active",
    "item_is_check",
    "nothing_to_undo",
    "submitted_again",
    "taken_up_again",
    "item_reviewed",
    "item_adjudicated",
    ...seats,
  ],
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    mutation_id: mutationId.nullish().meta({
      description: "The submit or skip that is meant: taking it back again has no second effect",
    }),
  }),
  response: z.object({ undone_item_id: id, undone: z.enum(["submit", "skip"]) }),
});
