// Everything that the desk shows of an item, in one statement.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { scores } from "@/db/schema";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { wireTime } from "@/db/wire-time";
import { formOrder, scoreJson } from "@/lib/annotation/answers/present-scores";
import { callerValues, type ItemColumns, itemColumns } from "@/lib/annotation/contents/present-items";
import { type DiscussionRows, discussionJson } from "@/lib/annotation/discussion/present-threads";
import { neighbour } from "@/lib/annotation/items/neighbours";
import { knownStatus, looksAtOthers, type ReviewView, shownTo } from "@/lib/annotation/items/review-scope";
import { catchUp } from "@/lib/annotation/reports/fold";
import { figuresJson, type QueueFigures } from "@/lib/annotation/reports/progress";
import { resolvedJson } from "@/lib/annotation/review/adjudication";
import { mayReview, type QueueAccess } from "@/lib/annotation/scope/loaders";
import type { Wire } from "@/lib/annotation/sources/source";
import { contentJson } from "@/lib/annotation/sources/sources";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/item-detail";
import { COUNTED_POSITIONS, type ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { notFound } from "@/lib/errors";
import { draftJson } from "./drafts";

export type Detail = Parameters<Verb<typeof contracts.annotateDetail>>[1];

export interface DetailRow extends ItemColumns {
  content: Wire | null;
  labels: ItemDetail["labels"];
  annotations: ItemDetail["annotations"];
  notes: ItemDetail["span_notes"];
  draft: ItemDetail["draft"];
  suggestions: ItemDetail["suggestions"];
  seat: ItemDetail["seat"];
  discussion: DiscussionRows;
  resolved: ItemDetail["resolved"] | null;
  figures: QueueFigures;
  position: number;
  /** Among the items that are assigned to the caller; null if this is none of them, or beyond the counted positions. */
  own_position: number | null;
  next_item_id: string | null;
  prev_item_id: string | null;
}

export async function readDetail(db: Database, caller: Caller, access: QueueAccess, itemId: string, input: Detail) {
  const read = () => readRows(db, caller, access, { which: ONE, values: { itemId }, view: input });
  let [row] = await read();
  if (row?.figures.behind) {
    await catchUp(db, access.queue.id);
    [row] = await read();
  }
  if (!row) throw notFound("Item not found.");
  return row;
}

/**
 * Several items of one queue as their annotator sees them, in the order of the ids, without those that are gone. For later:
 * so the figures, which are read again when work on an item begins, need no fold.
 */
export async function readDetails(db: Database, caller: Caller, access: QueueAccess, itemIds: readonly string[]) {
  const values = { itemIds: arrayText(itemIds) };
  const rows = await readRows(db, caller, access, { which: SEVERAL, values, view: {} });
  const found = new Map(rows.map((row) => [row.id, row]));
  return itemIds.flatMap((id) => found.get(id) ?? []);
}

// Two statements: a list of few items is planned each time, which takes longer than reading one.
const ONE = sql`item.id = ${param("itemId")}::uuid`;
const SEVERAL = sql`item.id = any(${param("itemIds")}::uuid[])`;

interface Request {
  which: SQL;
  values: Record<string, unknown>;
  view: ReviewView & Pick<Detail, "annotator_id">;
}

function readRows(db: Database, caller: Caller, access: QueueAccess, { which, values, view }: Request) {
  // Blind work: the caller's own scores. Other people's only for reviewers and managers who request them.
  const reviews = looksAtOthers(access, view) || (mayReview(access) && view.annotator_id !== undefined);
  const statement = detailAround(access, view, which);
  return statement(db, {
    ...callerValues(caller),
    ...values,
    queueId: access.queue.id,
    reviews: mayReview(access),
    annotatorId: reviews ? (view.annotator_id ?? null) : caller.userId,
    disagreementLabel: view.disagreement_label ?? null,
    takesUnassigned: access.queue.autoAssign,
  });
}

const userId = sql`${param("userId")}::uuid`;
const queueId = sql`${param("queueId")}::uuid`;
const person = { userId, takesUnassigned: sql`${param("takesUnassigned")}` };

const statements = new Map<string, ReturnType<typeof writeDetail>>();

/** The statement for a caller who moves among items under a view, built once for each kind of view. */
function detailAround(access: QueueAccess, view: ReviewView, which: SQL) {
  const { view_mode, review_status, exclude_review_status, disagreement_label } = view;
  const kind = JSON.stringify([
    mayReview(access),
    looksAtOthers(access, view),
    view_mode === "review",
    knownStatus(review_status),
    knownStatus(exclude_review_status),
    disagreement_label !== undefined,
    which === ONE,
  ]);
  const label = disagreement_label && { disagreement_label: sql`${param("disagreementLabel")}::uuid` };
  const besides = (side: "before" | "after") => neighbour(side, access, person, { ...view, ...label });
  const statement = statements.get(kind) ?? writeDetail(which, besides);
  statements.set(kind, statement);
  return statement;
}

// The last condition fits no partial index: a plan from before there were statistics would read one of the whole queue.
const writeDetail = (which: SQL, besides: (side: "before" | "after") => SQL) =>
  sqlStatement<DetailRow>(
    () => sql`
      select ${itemColumns}, ${contentJson(sql`item`, sql`${param("organizationId")}::uuid`)} as content,
        ${form} as labels, ${annotations} as annotations, ${notes} as notes, ${draftJson(userId)} as draft,
        ${suggested} as suggestions,
        ${seat} as seat, ${discussionJson} as discussion,
        case when ${param("reviews")}::boolean then ${resolvedJson} end as resolved,
        ${figuresJson(queueId, userId)} as figures, counted.position, counted.own_position,
        ${besides("after")} as next_item_id, ${besides("before")} as prev_item_id
      from queue_items as item cross join lateral (select item.queue_id, -item.priority as priority, item."order", item.id) as here
      cross join lateral ${positions}
      where ${which} and coalesce(item.deleted_at, 'infinity') = 'infinity'`,
  );

// Of the queue, not of an item: read once for all rows.
const form = sql`(
  select coalesce(json_agg(json_build_object('id', binding.id, 'label_id', label.id, 'name', label.name,
    'type', label.type, 'settings', label.settings, 'description', label.description,
    'allow_notes', label.allow_notes, 'required', binding.required, 'order', binding."order")
    order by binding."order"), '[]')
  from queue_labels as binding join labels as label on label.id = binding.label_id
  where binding.queue_id = ${queueId})`;

// Copies have the suggestions of their original, so that nothing tells them from work.
const suggested = sql`(
  select coalesce(json_agg(json_build_object('label_id', suggestion.label_id, 'value', suggestion.value,
    'origin', suggestion.origin, 'confidence', suggestion.confidence) order by binding."order"), '[]')
  from suggestions as suggestion
  join queue_labels as binding on binding.label_id = suggestion.label_id and binding.queue_id = item.queue_id
  where suggestion.item_id = coalesce(item.copy_of, item.id))`;

/** Scores under the queue's current labels. */
export const attachedTo = (queueId: string | SQL) =>
  sql`exists (select 1 from queue_labels as binding where binding.queue_id = ${queueId}
    and binding.label_id = ${scores.labelId})`;

const annotations = sql`(
  select coalesce(json_agg(${scoreJson} order by scores.created_at, ${formOrder}), '[]')
  from scores join labels on labels.id = scores.label_id left join users on users.id = scores.annotator_id
  where scores.queue_item_id = item.id and scores.deleted_at is null and ${attachedTo(sql`item.queue_id`)}
    and (${param("annotatorId")}::uuid is null or scores.annotator_id = ${param("annotatorId")}::uuid))`;

const notes = sql`(
  select coalesce(json_agg(json_build_object('id', note.id, 'notes', note.notes, 'annotator', person.name,
    'annotator_id', note.user_id, 'created_at', ${wireTime("note.created_at")}) order by note.created_at), '[]')
  from item_notes as note join users as person on person.id = note.user_id where note.item_id = item.id)`;

const seat = sql`(
  select json_build_object('state', seat.state, 'expires_at', ${wireTime("seat.expires_at")})
  from item_seats as seat where seat.item_id = item.id and seat.user_id = ${userId})`;

// Only where something is assigned to the caller: otherwise the caller's scope is the queue, or nothing.
const ownAmong = sql`
  case when exists (select 1 from item_assignees as a where a.queue_id = ${queueId} and a.user_id = ${userId})
    then other.copy_for is not distinct from ${userId}
      or exists (select 1 from item_assignees as a where a.item_id = other.id and a.user_id = ${userId})
    else false end`;

// Ordered, so that no plan reads the whole queue by another index. `own` is null unless the item is the caller's.
const positions = sql`(
  select count(*)::int as position,
    case when bool_or(before.is_own and before.id = here.id) then count(*) filter (where before.is_own) end::int as own_position
  from (
    select other.id, ${ownAmong} as is_own from queue_items as other
    where other.queue_id = here.queue_id and other.deleted_at is null and ${shownTo(userId, sql`other`)}
      and ((-other.priority), other."order", other.id) <= (here.priority, here."order", here.id)
    order by (-other.priority), other."order", other.id
    limit ${sql.raw(String(COUNTED_POSITIONS + 1))}) as before) as counted`;
