// What became of an item.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { given, sqlStatement } from "@/db/statement";
import type { ItemRow } from "@/lib/annotation/scope/loaders";
import type { ReviewStamp } from "./rework";

type State = Pick<ItemRow, "status" | "reviewStatus" | "completedAt"> & ReviewStamp;

const updateState = sqlStatement(
  () => sql`
    update queue_items set status = ${given("status")}, review_status = ${given("reviewStatus")},
      reviewed_by = ${given("reviewedBy")}, reviewed_at = ${given("reviewedAt")}::timestamptz,
      review_notes = ${given("reviewNotes")}, completed_at = ${given("completedAt")}::timestamptz,
      updated_at = ${given("now")}::timestamptz
    where id = ${given("id")}`,
);

/** Changes some of the state of an item whose row is locked. */
export async function saveState(db: Database, item: ItemRow, change: Partial<State>, now: Date): Promise<void> {
  const { id, status, reviewStatus, reviewedBy, reviewedAt, reviewNotes, completedAt } = { ...item, ...change };
  const times = { reviewedAt: isoTime(reviewedAt), completedAt: isoTime(completedAt), now: isoTime(now) };
  await updateState(db, { id, status, reviewStatus, reviewedBy, reviewNotes, ...times });
}

const isoTime = (time: Date | null) => time?.toISOString() ?? null;
