import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { MAX_REVIEWED } from "../limits";
import { id, itemParams, longText, queueParams, reviewActions } from "../shapes";
import { discussion } from "./discussions";
import { item } from "./items";
import { chosenItems, NAMES_ITEMS, namesItems } from "./items/filters";

const tag = "Review";
const MAY =
  "For reviewers and managers of the queue, and for Owners and Admins. Reviewers cannot review items that they annotated themselves.";
const base = "/model-hub/annotation-queues/{queue_id}/items/";
const action = z.enum(reviewActions).meta({ description: "`reject` is another name for `request_changes`" });

export const reviewItem = define({
  name: "reviewItem",
  method: "POST",
  path: `${base}{item_id}/review/`,
  tag,
  summary: "Approve an item, request changes, or comment on it",
  description: `Approves an item in review, comments on it, or requests changes, which returns it to its annotators. Approved items can be returned too. A request for changes needs a comment. The response has the next item to review and the discussion. ${MAY}`,
  errors: ["item_not_in_review", "open_feedback", "feedback_required", "not_annotator", "item_is_check"],
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    action,
    notes: longText.trim().nullish(),
    label_comments: list(
      z.strictObject({
        label_id: id.nullish(),
        target_annotator_id: id.nullish().meta({ description: "Default: all annotators who completed the item" }),
        comment: longText.trim().min(1, "May not be blank."),
        mentioned_user_ids: list(id, 50).optional().meta({ description: "Members of the queue" }),
      }),
      500,
    ).default([]),
  }),
  response: z.object({ reviewed_item_id: id, action, next_item: item.nullable(), ...discussion }),
  example: { action: "request_changes", notes: "The rating does not fit the remark." },
});

export const undoReview = define({
  name: "undoReview",
  method: "POST",
  path: `${base}{item_id}/review/undo/`,
  tag,
  summary: "Undo the caller's decision on an item, unless the item has changed since",
  description: `Undoes the caller's approval or request for changes and restores the item, its annotators' seats and its feedback. Repeating the request changes nothing. Refused if the last decision is another reviewer's, or if there has been a draft, submission, comment or decision on the item since. ${MAY}`,
  errors: ["nothing_to_undo", "item_changed_since"],
  access: "queue",
  params: itemParams,
  response: z.object({ undone_item_id: id, undone: z.enum(["approve", "request_changes"]) }),
});

export const bulkReviewItems = define({
  name: "bulkReviewItems",
  method: "POST",
  path: `${base}bulk-review/`,
  tag,
  summary: "Approve many items or request changes",
  description: `Approves up to 1000 items, by id or all that match a filter, or requests changes, one by one. \`errors\` lists items that cannot be reviewed; the others are decided. ${MAY}`,
  errors: ["feedback_required", "selection_too_large", "not_found"],
  access: "queue",
  params: queueParams,
  body: z
    .strictObject({
      ...chosenItems,
      item_ids: list(id, MAX_REVIEWED).min(1, "At least one item is required.").optional(),
      action: action.exclude(["comment"]),
      notes: longText.trim().nullish(),
    })
    .refine(namesItems, NAMES_ITEMS),
  response: z.object({
    reviewed: z.int(),
    reviewed_item_ids: z.array(id),
    errors: z.array(z.object({ item_id: id, error: z.string() })),
    action,
  }),
  example: { item_ids: ["00000000-0000-4000-8000-000000000000"], action: "approve" },
});
