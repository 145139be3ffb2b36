// What a list adds to items on request: answers, the people who completed them, and cells of their dataset rows.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { cellsJson } from "@/lib/annotation/sources/search";
import type { Item, ItemAnswer } from "@/lib/contracts/annotation/items";

type Addition = Pick<Item, "answers" | "completed_by" | "source_fields">;
/** By item. */
export type Additions = ReadonlyMap<string, Addition>;

interface Wish {
  include_answers?: boolean | undefined;
  include_fields?: boolean | undefined;
}

const answersJson = sql`(
  select coalesce(json_agg(json_build_object('label_id', score.label_id, 'annotator_id', score.annotator_id,
      'annotator_name', person.name, 'value', score.value) order by lower(person.name), person.id), '[]')
  from scores as score join users as person on person.id = score.annotator_id
  where score.queue_item_id = item.id and score.deleted_at is null)`;

const completedByJson = sql`(
  select coalesce(json_agg(json_build_object('id', person.id, 'name', person.name)
      order by lower(person.name), person.id), '[]')
  from item_seats as seat join users as person on person.id = seat.user_id
  where seat.item_id = item.id and seat.state = 'completed')`;

interface Row extends Record<string, unknown> {
  id: string;
  answers: ItemAnswer[] | null;
  completed_by: { id: string; name: string }[] | null;
  cells: Record<string, string | null> | null;
}

/** The items are those of a page that the caller has loaded. */
export async function itemAdditions(
  db: Database,
  organizationId: string,
  items: readonly { id: string }[],
  { include_answers, include_fields }: Wish,
): Promise<Additions> {
  const nothing = sql`null::json`;
  const rows = await db.execute<Row>(sql`
    select item.id, ${include_answers ? answersJson : nothing} as answers,
      ${include_answers ? completedByJson : nothing} as completed_by,
      ${include_fields ? cellsJson(sql`item`, sql`${organizationId}::uuid`) : nothing} as cells
    from queue_items as item
    where item.id = any(${textArray(items.map(({ id }) => id))}::uuid[]) and item.organization_id = ${organizationId}`);
  return new Map(
    rows.map(({ id, answers, completed_by, cells }) => [
      id,
      {
        ...(answers && completed_by ? { answers, completed_by } : {}),
        ...(include_fields ? { source_fields: withoutNulls(cells ?? {}) } : {}),
      },
    ]),
  );
}

/** A column that a row does not have is left out: that is no empty text. */
const withoutNulls = (cells: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
