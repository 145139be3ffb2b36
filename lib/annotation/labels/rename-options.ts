// Renames a label's options in everything that was answered with them: values, their histories, drafts, stored undo
// data, known answers and settled values. Who gave which value when, and under which version, does not change.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import type { Renaming } from "./rules/renamed-options";

/** The label's row is locked against requests that check values with it: see `labelsForWriting`. */
export async function renameAnswers(db: Database, labelId: string, renamings: readonly Renaming[]): Promise<void> {
  const names = JSON.stringify(Object.fromEntries(renamings.map(({ from, to }) => [from, to])));
  const old = textArray(renamings.map(({ from }) => from));
  const renamed = (value: SQL) => sql`renamed_options(${value}, ${names}::jsonb)`;
  await db.execute(sql`
    update scores set value = ${renamed(sql`value`)}, value_history = ${renamed(sql`value_history`)},
      suggestion = ${renamed(sql`suggestion`)}
    where label_id = ${labelId} and (value -> 'selected' ?| ${old} or value_history <> '[]'
      or suggestion -> 'value' -> 'selected' ?| ${old})`);
  await db.execute(sql`
    update suggestions set value = ${renamed(sql`value`)} where label_id = ${labelId} and value -> 'selected' ?| ${old}`);
  await db.execute(sql`
    update gold_answers set value = ${renamed(sql`value`)} where label_id = ${labelId} and value -> 'selected' ?| ${old}`);
  await db.execute(sql`
    update adjudications set value = ${renamed(sql`value`)}, history = ${renamed(sql`history`)}
    where label_id = ${labelId}`);
  const items = sql`select item.id from queue_items as item
    join queue_labels as binding on binding.queue_id = item.queue_id where binding.label_id = ${labelId}`;
  await db.execute(sql`
    update submissions set before = jsonb_set(before, array['scores', ${labelId}::text],
      ${renamed(sql`before -> 'scores' -> ${labelId}::text`)})
    where item_id in (${items}) and before -> 'scores' -> ${labelId}::text -> 'value' -> 'selected' ?| ${old}`);
  await db.execute(sql`
    update item_drafts set annotations = (
      select jsonb_agg(case when lower(entry ->> 'label_id') = ${labelId}
        then jsonb_set(entry, '{value}', ${renamed(sql`entry -> 'value'`)}) else entry end)
      from jsonb_array_elements(annotations) as entry)
    where item_id in (${items}) and exists (
      select 1 from jsonb_array_elements(annotations) as entry where lower(entry ->> 'label_id') = ${labelId})`);
}
