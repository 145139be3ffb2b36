// What a change of a label would take from the answers that it has.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { LabelRow } from "@/lib/annotation/scope/loaders";
import { type Failure, invalid } from "@/lib/errors";
import { type Loss, lossesOf } from "./rules/losses";
import type { Renaming } from "./rules/renamed-options";

/** What a change of a label would take although an answer depends on it; null if there is none. */
export async function answeredLoss(
  db: Database,
  before: LabelRow,
  after: LabelRow,
  renamings: readonly Renaming[],
): Promise<Loss | null> {
  for (const loss of lossesOf(before, after, renamings)) if (await isAnswered(db, before.id, loss)) return loss;
  return null;
}

/** Of a value, whether it cannot be read after the loss. */
function lostOf(loss: Loss, value: SQL): SQL {
  switch (loss.kind) {
    case "options":
      return sql`exists (select 1 from counted_values(${value}) as chosen(option) where chosen.option in ${loss.options})`;
    case "several":
      return sql`case when jsonb_typeof(${value} -> 'selected') = 'array'
        then jsonb_array_length(${value} -> 'selected') > 1 end`;
    case "above":
      return sql`(${value} ->> ${loss.key}::text)::numeric > ${loss.bound}`;
    case "below":
      return sql`(${value} ->> ${loss.key}::text)::numeric < ${loss.bound}`;
    default:
      return sql`true`;
  }
}

/** Whether an answer depends on what is lost: a person's value, a known answer, or a settled one. */
async function isAnswered(db: Database, labelId: string, loss: Loss): Promise<boolean> {
  const lost = (value: SQL): SQL => lostOf(loss, value);
  const known = (answers: SQL): SQL => sql`exists (
    select 1 from ${answers} as answer join queue_items as item on item.id = answer.item_id
    where answer.label_id = ${labelId} and item.deleted_at is null and answer.value is not null
      and ${lost(sql`answer.value`)})`;
  const [row] = await db.execute<{ answered: boolean }>(sql`
    select exists (select 1 from scores as answer
      where answer.label_id = ${labelId} and answer.deleted_at is null and ${lost(sql`answer.value`)})
      or ${known(sql`gold_answers`)} or ${known(sql`adjudications`)} as answered`);
  return row?.answered === true;
}

export function refusalOf(loss: Loss): Failure {
  const [field, message] = problemOf(loss);
  return invalid(`${field}: ${message}`, { fields: { [field]: [message] } });
}

function problemOf(loss: Loss): readonly [field: string, message: string] {
  switch (loss.kind) {
    case "type":
      return ["type", "The type cannot change once there are values."];
    case "judged":
      return [`settings.${loss.setting}`, "What was judged cannot change once there are values."];
    case "options":
      return ["settings.options", `Options in use cannot be removed: ${loss.options.join(", ")}.`];
    case "several":
      return ["settings.multi_choice", "Some answers have several options, so one option is too few."];
    case "above":
      return [`settings.${loss.setting}`, `Some answers are above ${loss.bound}.`];
    case "below":
      return [`settings.${loss.setting}`, `Some answers are below ${loss.bound}.`];
  }
}
