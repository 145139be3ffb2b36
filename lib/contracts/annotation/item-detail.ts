import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, itemParams, jsonObject, labelTypes, queueParams, queueStatuses, timestamp } from "../shapes";
import { resolvedValue } from "./adjudications";
import { MAY, reviewView, seats } from "./annotating";
import { discussion } from "./discussions";
import { itemDraft } from "./drafts";
import { item } from "./items";
import { sourceLayout } from "./queues/shapes";
import { score } from "./scores";
import { suggestion, suggestionMode } from "./suggestions";

const tag = "Annotating";
const base = "/model-hub/annotation-queues/{queue_id}/items/";

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

/** Beyond this number, an item's position is not counted: counting walks through every item before it. */
export const COUNTED_POSITIONS = 1_000;

const position = {
  total: z.int(),
  completed: z.int(),
  current_position: z
    .int()
    .nullable()
    .meta({ description: `From 1; null beyond the first ${COUNTED_POSITIONS.toLocaleString("en")} items` }),
};

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
      source_layout: sourceLayout.nullable(),
      suggestions: suggestionMode,
    }),
    labels: z.array(itemLabel),
    annotations: z.array(score),
    ...discussion,
    resolved: z.array(resolvedValue).meta({ description: "Adjudicated values; for reviewers and managers" }),
    existing_notes: z.string(),
    draft: itemDraft
      .nullable()
      .meta({ description: "Values that the caller has entered but not submitted; null for none" }),
    suggestions: z
      .array(suggestion)
      .meta({ description: "Suggested answers, shown to annotators as the queue's `suggestions` says" }),
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
      .meta({ description: "The caller's task on the item; null for none" }),
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
  description: `Everything needed to annotate an item: source, form, the caller's scores and draft, discussion, progress and neighbours. Other annotators' values are left out unless a reviewer or manager requests them. With \`reserve\` it takes or renews the caller's reservation, which is refused when others have all seats; an API key then needs the scope \`write\`. ${MAY}`,
  errors: [...seats, "item_is_check"],
  access: "queue",
  writes: "reserve",
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
  summary:
    "List an item's annotations; only the caller's own until the caller has completed it, and in queues with checks",
  description:
    "The scores of an item. Until callers have completed it, they see only their own, unless they review the queue.",
  params: itemParams,
  response: z.array(score),
});

const MOST_AT_ONCE = 20;
/** The most items that one person has reserved ahead. */
const MOST_AHEAD = 1000;

export const claimAhead = define({
  name: "claimAhead",
  method: "POST",
  path: `${base}claim-ahead/`,
  tag,
  summary: "Claim several items for later, with their forms",
  description: `Claims items like next-item with \`ahead\`, and returns each like annotate-detail, so that a client can go on without a network. Fewer than \`count\` come when the caller has reserved a fair share: a quarter of the free items, and 500 at most. Working time does not start. Items that the caller has reserved but does not list in \`exclude\` come again. ${MAY}`,
  access: "queue",
  params: queueParams,
  body: z.strictObject({
    count: z.int().min(1).max(MOST_AT_ONCE),
    exclude: list(id, MOST_AHEAD).default([]).meta({ description: "Items that the client has already" }),
  }),
  response: z.object({ items: z.array(itemDetail) }),
  example: { count: 10 },
});

export const releaseItems = define({
  name: "releaseItems",
  method: "POST",
  path: `${base}release/`,
  tag,
  summary: "Release several reserved items",
  description:
    "Releases the caller's reservations of the items, so that others can take them. Items without a reservation, removed items, and for callers who are not managers items of others, stay as they are.",
  access: "queue",
  params: queueParams,
  body: z.strictObject({ item_ids: list(id, MOST_AHEAD).min(1, "At least one item is required.") }),
  response: z.object({ released: z.literal(true) }),
  example: { item_ids: ["00000000-0000-4000-8000-000000000000"] },
});
