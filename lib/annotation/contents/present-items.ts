// Items as the API shows them, in one statement for any number.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { wireTime } from "@/db/wire-time";
import { type Feedback, feedbackJson } from "@/lib/annotation/discussion/present-threads";
import { workflowLabels, workflowStatus } from "@/lib/annotation/items/rules/item-status";
import { ownState } from "@/lib/annotation/items/rules/own-part";
import { isHeld } from "@/lib/annotation/items/seats";
import { type ItemRow, mayReview, type QueueAccess } from "@/lib/annotation/scope/loaders";
import { hasChecks, hasScored, isReviewer } from "@/lib/annotation/scope/seen-state";
import type { Wire } from "@/lib/annotation/sources/source";
import { presentPreviews, previewJson } from "@/lib/annotation/sources/sources";
import { isAdmin } from "@/lib/auth/access";
import type { Caller } from "@/lib/context";
import type { Item } from "@/lib/contracts/annotation/items";
import type { SourceLayout } from "@/lib/contracts/annotation/queues/shapes";
import { notFound } from "@/lib/errors";
import { previewWithoutHidden } from "./rules/hidden-fields";
import { shownToAnnotators } from "./rules/shown-source";

type Stored = Pick<
  Item,
  | "id"
  | "queue"
  | "source_type"
  | "source_id"
  | "status"
  | "priority"
  | "order"
  | "metadata"
  | "assigned_users"
  | "review_status"
  | "reviewed_by"
  | "reviewed_by_name"
  | "reviewed_at"
  | "review_notes"
  | "created_at"
  | "completed_at"
>;

interface Seat {
  user_id: string;
  name: string;
  state: "reserved" | "completed";
  expires_at: string | null;
}

/** The columns that `itemColumns` selects. */
export interface ItemColumns extends Stored {
  open_seats: number;
  seats: Seat[];
  preview: Wire | null;
  feedback: Feedback;
  /** The caller manages or reviews the queue. */
  reviews: boolean;
  /** In a queue with checks, for annotators: what decides what they see of it (seats has their seat unless skipped). */
  own: { skipped: boolean; has_scored: boolean; completed_at: string | null; requires_review: boolean } | null;
  layout: SourceLayout | null;
}

const userId = sql`${param("userId")}::uuid`;

/** Columns of `queue_items as item` and its related rows, in a statement that gets `callerValues`. */
export const itemColumns: SQL = sql`
  item.id, item.queue_id as queue, item.source_type, item.source_id, item.status, item.priority, item."order",
  item.metadata, item.open_seats, item.review_status, item.reviewed_by, item.review_notes,
  (select reviewer.name from users as reviewer where reviewer.id = item.reviewed_by) as reviewed_by_name,
  ${wireTime("item.reviewed_at")} as reviewed_at, ${wireTime("item.created_at")} as created_at,
  ${wireTime("item.completed_at")} as completed_at,
  (select coalesce(json_agg(json_build_object('id', person.id, 'name', person.name, 'email', person.email)
      order by assignee.created_at, person.id), '[]')
    from item_assignees as assignee join users as person on person.id = assignee.user_id
    where assignee.item_id = item.id) as assigned_users,
  (select coalesce(json_agg(json_build_object('user_id', seat.user_id, 'name', person.name, 'state', seat.state,
      'expires_at', ${wireTime("seat.expires_at")}) order by seat.reserved_at), '[]')
    from item_seats as seat join users as person on person.id = seat.user_id
    where seat.item_id = item.id and seat.state <> 'skipped') as seats,
  ${previewJson(sql`item`, sql`${param("organizationId")}::uuid`)} as preview, ${feedbackJson} as feedback,
  ${param("seesAll")}::boolean or ${isReviewer(sql`item.queue_id`, userId)} as reviews,
  (select json_build_object('skipped', coalesce(seat.state = 'skipped', false), 'has_scored', ${hasScored(userId, sql`item`)},
      'completed_at', ${wireTime("seat.completed_at")}, 'requires_review', of_item.requires_review)
    from queues as of_item
    left join item_seats as seat on seat.item_id = item.id and seat.user_id = ${userId}
    where of_item.id = item.queue_id and ${hasChecks(sql`of_item.id`, userId)}) as own,
  (select source_layout from queues as of_item where of_item.id = item.queue_id) as layout`;

/** The caller, for the statements of items. */
export const callerValues = ({ userId, organizationId, role }: Caller) => ({
  userId,
  organizationId,
  seesAll: isAdmin(role),
});

/** Items in the order of their rows. */
export async function presentRows(
  db: Database,
  rows: readonly ItemColumns[],
  caller: Caller,
  now: Date,
): Promise<Item[]> {
  const described = rows.map(({ source_type, preview }) => ({ type: source_type, wire: preview }));
  const previews = await presentPreviews(db, caller.organizationId, described);
  return rows.map((row, index) => presentColumns(row, previews[index] ?? {}, caller, now));
}

export async function presentRow(db: Database, row: ItemColumns, caller: Caller, now: Date): Promise<Item> {
  const [item] = await presentRows(db, [row], caller, now);
  if (!item) throw new Error("a row gives one item");
  return item;
}

/** The item as the caller sees it: in a queue with checks, annotators see only their own part. */
function seenBy(caller: Caller, row: ItemColumns): ItemColumns {
  if (row.reviews || row.own === null) return row;
  const seat = row.seats.find(({ user_id }) => user_id === caller.userId);
  const state = ownState(
    { status: row.status, reviewStatus: row.review_status, openSeats: row.open_seats },
    { seat: seat?.state ?? (row.own.skipped ? "skipped" : null), hasScored: row.own.has_scored },
    row.own.requires_review,
  );
  if (state === null) return row;
  return {
    ...row,
    status: state.status,
    review_status: state.reviewStatus,
    seats: seat ? [seat] : [],
    completed_at: state.status === "completed" ? row.own.completed_at : null,
    reviewed_by: null,
    reviewed_by_name: null,
    reviewed_at: null,
    review_notes: null,
  };
}

function presentColumns(stored: ItemColumns, preview: Wire, caller: Caller, now: Date): Item {
  const row = seenBy(caller, stored);
  const [assigned] = row.assigned_users;
  const holders = row.seats.filter(({ state, expires_at }) =>
    isHeld({ state, expiresAt: expires_at === null ? null : new Date(expires_at) }, now),
  );
  const holder =
    holders.find((seat) => seat.user_id === caller.userId) ?? (row.open_seats === 0 ? holders[0] : undefined);
  const workflow = workflowStatus({ status: row.status, reviewStatus: row.review_status }, row.feedback.addressed);
  return {
    id: row.id,
    queue: row.queue,
    source_type: row.source_type,
    source_id: row.source_id,
    status: row.status,
    workflow_status: workflow,
    workflow_status_label: workflowLabels[workflow],
    priority: row.priority,
    // A check has the order of the item that it delays.
    order: row.reviews ? row.order : 0,
    metadata: row.metadata,
    assigned_to: assigned?.id ?? null,
    assigned_to_name: assigned?.name ?? null,
    assigned_users: row.assigned_users,
    reserved_by: holder?.user_id ?? null,
    reserved_by_name: holder?.name ?? null,
    reservation_expires_at: holder?.expires_at ?? null,
    annotations_completed: row.seats.filter((seat) => seat.state === "completed").length,
    review_status: row.review_status,
    reviewed_by: row.reviewed_by,
    reviewed_by_name: row.reviewed_by_name,
    reviewed_at: row.reviewed_at,
    review_notes: row.review_notes,
    source_preview: row.reviews ? preview : previewWithoutHidden(shownToAnnotators(preview), row.layout),
    comment_count: row.feedback.comments,
    open_feedback_count: row.feedback.open,
    created_at: row.created_at,
    completed_at: row.completed_at,
  };
}

const findItems = sqlStatement<ItemColumns>(
  () => sql`select ${itemColumns} from queue_items as item where item.id = any(${param("ids")}::uuid[])`,
);
// A separate statement: a list is planned each time, because fewer ids look cheaper, and planning takes longer than
// reading one item.
const findItem = sqlStatement<ItemColumns>(
  () => sql`select ${itemColumns} from queue_items as item where item.id = ${param("id")}::uuid`,
);

/**
 * Items of the caller's organization in the given order, with assignees, annotators who reserved them, and a preview of
 * the source.
 */
export async function presentItems(
  db: Database,
  caller: Caller,
  items: readonly { id: string }[],
  now: Date,
): Promise<Item[]> {
  if (items.length === 0) return [];
  const rows = await findItems(db, { ...callerValues(caller), ids: arrayText(items.map(({ id }) => id)) });
  const found = new Map((await presentRows(db, rows, caller, now)).map((item) => [item.id, item]));
  return items.flatMap(({ id }) => found.get(id) ?? []);
}

/** An item's purpose, visible only to managers and reviewers: annotators cannot tell checks from work. */
export const purposeFor = (access: QueueAccess, { purpose }: Pick<ItemRow, "purpose">): Pick<Item, "purpose"> =>
  mayReview(access) ? { purpose } : {};

export async function presentItem(db: Database, caller: Caller, { id }: { id: string }, now: Date): Promise<Item> {
  const [row] = await findItem(db, { ...callerValues(caller), id });
  if (!row) throw notFound("Item not found.");
  return presentRow(db, row, caller, now);
}
