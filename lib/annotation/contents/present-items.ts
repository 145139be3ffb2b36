import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { itemAssignees, itemSeats, queueItems, users } from "@/db/schema";
import { given, statement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { loadFeedback } from "@/lib/annotation/discussion/present-threads";
import { workflowLabels, workflowStatus } from "@/lib/annotation/items/rules/item-status";
import { isHeld } from "@/lib/annotation/items/seats";
import { type ItemRow, mayReview, type QueueAccess } from "@/lib/annotation/scope/loaders";
import { previewSources } from "@/lib/annotation/sources/sources";
import type { Caller } from "@/lib/context";
import type { Item } from "@/lib/contracts/annotation/items";
import { groupBy } from "@/lib/group-by";

type Seat = typeof itemSeats.$inferSelect & { name: string };
type Person = { id: string; name: string; email: string };

/** Items with who is assigned, who holds them, and a preview of their source, in the order given. */
export async function presentItems(db: Database, caller: Caller, rows: readonly ItemRow[], now: Date): Promise<Item[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [assignees, seats, reviewers, preview, feedback] = await Promise.all([
    loadAssignees(db, ids),
    loadSeats(db, ids),
    loadReviewers(
      db,
      rows.filter((row) => row.reviewedBy !== null).map((row) => row.id),
    ),
    previewSources(db, caller.organizationId, rows),
    loadFeedback(db, caller, ids),
  ]);
  return rows.map((row) => {
    const assigned = assignees.get(row.id) ?? [];
    const holders = (seats.get(row.id) ?? []).filter((seat) => isHeld(seat, now));
    const holder =
      holders.find((seat) => seat.userId === caller.userId) ?? (row.openSeats === 0 ? holders[0] : undefined);
    const said = feedback.get(row.id);
    const workflow = workflowStatus(row, said?.addressed ?? false);
    return {
      id: row.id,
      queue: row.queueId,
      source_type: row.sourceType,
      source_id: row.sourceId,
      status: row.status,
      workflow_status: workflow,
      workflow_status_label: workflowLabels[workflow],
      priority: row.priority,
      order: row.order,
      metadata: row.metadata,
      assigned_to: assigned[0]?.id ?? null,
      assigned_to_name: assigned[0]?.name ?? null,
      assigned_users: assigned,
      reserved_by: holder?.userId ?? null,
      reserved_by_name: holder?.name ?? null,
      reservation_expires_at: holder?.expiresAt?.toISOString() ?? null,
      annotations_completed: (seats.get(row.id) ?? []).filter((seat) => seat.state === "completed").length,
      review_status: row.reviewStatus,
      reviewed_by: row.reviewedBy,
      reviewed_by_name: reviewers.get(row.id) ?? null,
      reviewed_at: row.reviewedAt?.toISOString() ?? null,
      review_notes: row.reviewNotes,
      source_preview: preview(row),
      comment_count: said?.comments ?? 0,
      open_feedback_count: said?.open ?? 0,
      created_at: row.createdAt.toISOString(),
      completed_at: row.completedAt?.toISOString() ?? null,
    };
  });
}

/** What an item is for, which only who manages or reviews the queue is told: others take checks for work. */
export const purposeFor = (access: QueueAccess, { purpose }: ItemRow): Pick<Item, "purpose"> =>
  mayReview(access) ? { purpose } : {};

export async function presentItem(db: Database, caller: Caller, row: ItemRow, now: Date): Promise<Item> {
  const [item] = await presentItems(db, caller, [row], now);
  if (!item) throw new Error("presentItems left a row out");
  return item;
}

function byItem<T>(rows: readonly { itemId: string; value: T }[]): Map<string, T[]> {
  const groups = groupBy(rows, (row) => row.itemId);
  return new Map([...groups].map(([itemId, group]) => [itemId, group.map((row) => row.value)]));
}

const among = sql`any(${given("ids")}::uuid[])`;

const assigneesOf = statement((db) =>
  db
    .select({ itemId: itemAssignees.itemId, value: { id: users.id, name: users.name, email: users.email } })
    .from(itemAssignees)
    .innerJoin(users, eq(users.id, itemAssignees.userId))
    .where(sql`${itemAssignees.itemId} = ${among}`)
    .orderBy(itemAssignees.createdAt, users.id),
);

const loadAssignees = async (db: Database, ids: string[]): Promise<Map<string, Person[]>> =>
  byItem(await assigneesOf(db, { ids: arrayText(ids) }));

const seatsOf = statement((db) =>
  db
    .select({ seat: itemSeats, name: users.name })
    .from(itemSeats)
    .innerJoin(users, eq(users.id, itemSeats.userId))
    .where(and(sql`${itemSeats.itemId} = ${among}`, sql`${itemSeats.state} <> 'skipped'`))
    .orderBy(itemSeats.reservedAt),
);

async function loadSeats(db: Database, ids: string[]): Promise<Map<string, Seat[]>> {
  const rows = await seatsOf(db, { ids: arrayText(ids) });
  return byItem(rows.map(({ seat, name }) => ({ itemId: seat.itemId, value: { ...seat, name } })));
}

const reviewer = alias(users, "reviewer");
const reviewersOf = statement((db) =>
  db
    .select({ itemId: queueItems.id, name: reviewer.name })
    .from(queueItems)
    .innerJoin(reviewer, eq(reviewer.id, queueItems.reviewedBy))
    .where(sql`${queueItems.id} = ${among}`),
);

async function loadReviewers(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reviewersOf(db, { ids: arrayText(ids) });
  return new Map(rows.map((row) => [row.itemId, row.name]));
}
