// Annotating items one after another.

import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { isUuid } from "@/lib/bounds/uuid";
import { define } from "../define";
import { id, itemParams, json, longText, queueParams, reviewStatuses, scoreSources } from "../shapes";
import { item } from "./items";
import { suggestionUse } from "./suggestions";

const tag = "Annotating";
export const MAY =
  "For annotators and managers of the queue, and for Owners and Admins, if the item is assigned to them or free to take.";
export const seats = ["item_reserved", "item_completed"] as const;
const open = ["queue_not_active", "item_in_review", "item_approved", "item_is_check", ...seats] as const;
const base = "/model-hub/annotation-queues/{queue_id}/items/";
/** A day. What the server counts of it: lib/annotation/items/rules/work-time.ts. */
const MOST_WORK_MS = 86_400_000;
const reviewState = z.enum([...reviewStatuses, "all", ""]).optional();

/** A reviewer moves among items that others have annotated, and sees their answers. */
export const reviewView = {
  view_mode: z.string().optional().meta({ description: "For reviewers: review, comparison or submissions" }),
  review_status: reviewState,
  exclude_review_status: reviewState,
  include_all_annotations: z.boolean().optional(),
  disagreement_label: id
    .optional()
    .meta({ description: "For reviewers: move among items with different values under this label, own work included" }),
};

/** Ids are part of the address, whose length servers and proxies limit. */
const MOST_EXCLUDED = 200;

export const nextItem = define({
  name: "nextItem",
  method: "GET",
  path: `${base}next-item/`,
  tag,
  summary: "Claim the next item, or resume the reserved one",
  description:
    "Claims the caller's next item and reserves it for the queue's reservation time. An item that the caller has reserved comes first, then free items by priority and order, then skipped ones. Two callers never get the same seat. `item` is null when nothing is left; completed items are returned only with `include_completed`, which is also all that a completed queue returns. With `ahead` it claims one more item for later. Drafts and paused queues show items without reserving them, and so do `before` and a reviewer's view.",
  access: "queue",
  writes: true,
  params: queueParams,
  query: z.strictObject({
    exclude: list(
      id,
      MOST_EXCLUDED,
      `At most ${MOST_EXCLUDED} items. Items that the caller has completed need not be listed.`,
    )
      .optional()
      .meta({ description: "Items to leave out, comma separated" }),
    ahead: z.boolean().optional().meta({
      description:
        "Claim an item for later. `item` is null once the caller has reserved a fair share; working time does not start yet",
    }),
    include_skipped: z.boolean().optional().meta({
      description: "Whether to offer items that the caller has skipped when nothing else is left (default: true)",
    }),
    before: id.optional().meta({ description: "Return the item before this one, without claiming it" }),
    include_completed: z.boolean().default(false),
    ...reviewView,
  }),
  response: z.object({ item: item.nullable() }),
  example: { include_completed: false },
});

const visited = list(id, 1000);
/** Ids with commas between them; empty entries are ignored. Their number is not limited. */
const namesVisited = (text: string): boolean =>
  text.split(",").every((entry) => entry.trim() === "" || isUuid(entry.trim()));

/** How a client moves on: which items it has visited, and whether completed ones count. */
const moveOn = z.strictObject({
  exclude: z.union([visited, z.string().refine(namesVisited)], "Must be a list of ids, or a text of them.").optional(),
  exclude_review_status: reviewView.exclude_review_status,
  include_completed: z.boolean().optional(),
  claim_next: z
    .boolean()
    .optional()
    .meta({ description: "Whether to claim the next item too (default: true); if false, next_item is null" }),
});

const mutationId = z.string().min(1, "May not be empty.").max(100, "At most 100 characters.");

export const submitAnnotations = define({
  name: "submitAnnotations",
  method: "POST",
  path: `${base}{item_id}/annotations/submit/`,
  tag,
  summary: "Submit annotations and notes for an item",
  description: `Stores the caller's values and notes for an item and reserves it. With \`complete\` it also completes the item, all or nothing; otherwise call completeItem. New values replace earlier ones, which stay in the history. With a \`mutation_id\`, a submission that is sent again within seven days has no second effect. Blank values and labels that are not in the queue are left out and listed in \`ignored\`. One invalid value refuses the whole submission. ${MAY}`,
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
        suggestion: suggestionUse
          .optional()
          .meta({ description: "That the annotator saw the label's suggestion before this submission" }),
      }),
      200,
    ).min(1, "At least one annotation is required."),
    notes: longText.nullish(),
    item_notes: longText.nullish().meta({ description: "Note on the whole item; an empty text removes it" }),
    mutation_id: mutationId.nullish().meta({
      description:
        "The client's id for this submission, e.g. a UUID. Sent again within seven days, it has no second effect",
    }),
    work_ms: z.int().min(0).max(MOST_WORK_MS).optional().meta({
      description:
        "How long the annotator worked on the item since it was opened, as the client measured it. It counts up to five minutes and up to the time since the claim, and tells work without a network from the time until it was sent",
    }),
    complete: z.boolean().optional().meta({
      description: "Whether to complete the item too, all or nothing, as if `complete` had followed",
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
  description: `Completes an item for the caller. It needs a score under every required label, and at least one. The response has the next item, claimed. Repeating the request changes nothing. After the last annotator the item goes to review, or is completed if the queue has no review. The last item completes the queue. ${MAY}`,
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
    "Skips an item and returns the next one, claimed. The caller gets the item again when nothing else is left. It counts as skipped once no annotator is left to take it. Completed items and items in review cannot be skipped. With a `mutation_id`, a skip that is sent again within seven days has no second effect. For members of the queue.",
  errors: ["mutation_id_reused"],
  access: "queue",
  params: itemParams,
  body: moveOn.extend({
    reason: z.string().max(2000).nullish(),
    mutation_id: mutationId.nullish().meta({
      description: "The client's id for this skip. Sent again within seven days, it has no second effect",
    }),
  }),
  response: z.object({ skipped_item_id: id, next_item: item.nullable() }),
});

export const releaseItem = define({
  name: "releaseItem",
  method: "POST",
  path: `${base}{item_id}/release/`,
  tag,
  summary: "Release a reserved item",
  description:
    "Releases the caller's reservation of an item, so that others can take it. Without a reservation it changes nothing. Managers can release any reservation; other callers only their own.",
  access: "queue",
  params: itemParams,
  response: z.object({ released: z.literal(true) }),
});

export const undoItem = define({
  name: "undoItem",
  method: "POST",
  path: `${base}{item_id}/undo/`,
  tag,
  summary: "Undo the caller's last submission or skip of an item",
  description: `Undoes the caller's last submission or skip of an item. The earlier values are restored, the submitted ones become the draft, and the caller has the item again. \`mutation_id\` names the submission or skip; repeating the request then changes nothing. Refused once a reviewer has decided. ${MAY}`,
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
      description: "The submission or skip to undo. Undoing it again has no second effect",
    }),
  }),
  response: z.object({ undone_item_id: id, undone: z.enum(["submit", "skip"]) }),
});
