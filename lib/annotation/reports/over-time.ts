// An annotator's agreement with the others over time, from the last items that others answered too.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/reports/pairs";
import { MAX_RECENT_ITEMS } from "@/lib/contracts/annotation/reports/pairs";
import { annotatorsOf } from "./annotator-names";
import { countedLabel } from "./pair-reports";
import { byDay, byTens, type SharedItem } from "./rules/over-time";

export const getAnnotatorAgreement: Verb<typeof contracts.getAnnotatorAgreement> = async (context, input) => {
  const { db } = context;
  const { label, pending } = await countedLabel(context, input.queue_id, input.label_id);
  const id = input.annotator_id.toLowerCase();
  const annotator = (await annotatorsOf(db, input.queue_id, [id]))(id);
  const isCompared = label.type !== "text" && label.type !== "text_spans";
  if (!isCompared)
    return { annotator, items: 0, points: [], reason: "Answers of this type are hardly ever the same.", pending };
  const items = await sharedItems(db, input.queue_id, label.id, annotator.id);
  const points = input.by === "day" ? byDay(items, input.time_zone ?? "UTC") : byTens(items);
  const reason = items.length === 0 ? "Nobody else has answered an item of this annotator yet." : null;
  return { annotator, items: items.length, points, reason, pending };
};

async function sharedItems(db: Database, queueId: string, labelId: string, annotatorId: string) {
  const rows = await db.execute<{ at: string; answers: Record<string, string> }>(sql`
    select seat.completed_at as at, kept.answers
    from item_seats as seat
    join agreement_items as kept on kept.item_id = seat.item_id and kept.label_id = ${labelId}
    where seat.queue_id = ${queueId} and seat.user_id = ${annotatorId} and seat.state = 'completed'
      and seat.completed_at is not null and kept.answers ? ${annotatorId}
      and (kept.answers - ${annotatorId}::text) <> '{}'
    order by seat.completed_at desc, seat.item_id limit ${MAX_RECENT_ITEMS}`);
  return rows
    .map(({ at, answers }): SharedItem => {
      const { [annotatorId]: own = "", ...others } = answers;
      return { at: new Date(at), own, others: Object.values(others) };
    })
    .reverse();
}
