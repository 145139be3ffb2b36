// What a change of a label would take from the answers that it has.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { LabelRow } from "@/lib/annotation/scope/loaders";
import { type Failure, invalid } from "@/lib/errors";
import { optionsOf } from "./rules/label-value";
import { preferenceAnswers } from "./rules/preference";
import type { Renaming } from "./rules/renamed-options";
import { spanRules } from "./rules/text-spans";

/** Changes that would make existing answers unreadable: to the type, to what was judged, or to options in use. */
export type Loss = { type: true } | { setting: string } | { options: string[] };

/** The settings that say what is judged, which the answers to it keep. */
const judged: Partial<Record<LabelRow["type"], readonly string[]>> = {
  preference: ["first", "second", "first_model", "second_model"],
  text_spans: ["field"],
};

export function lossOf(before: LabelRow, after: LabelRow, renamings: readonly Renaming[]): Loss | null {
  if (after.type !== before.type) return { type: true };
  const setting = judged[after.type]?.find(
    (name) => (before.settings[name] ?? null) !== (after.settings[name] ?? null),
  );
  if (setting) return { setting };
  const kept = new Set([...answersOf(after), ...renamings.map(({ from }) => from)]);
  const options = answersOf(before).filter((option) => !kept.has(option));
  return options.length > 0 ? { options } : null;
}

/** The answers that a label has a list of. */
function answersOf({ type, settings }: LabelRow): string[] {
  if (type === "preference") return preferenceAnswers(settings);
  return (type === "text_spans" ? spanRules(settings).categories : optionsOf(settings)).map(({ label }) => label);
}

/** Whether an answer depends on what is lost: a person's value, a known answer, or a settled one. */
export async function isAnswered(db: Database, labelId: string, loss: Loss): Promise<boolean> {
  const lost = (value: SQL): SQL =>
    "options" in loss
      ? sql`exists (select 1 from counted_values(${value}) as chosen(option) where chosen.option in ${loss.options})`
      : sql`true`;
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
  if ("type" in loss) return ["type", "The type cannot change once there are values."];
  if ("setting" in loss) return [`settings.${loss.setting}`, "What was judged cannot change once there are values."];
  return ["settings.options", `Options in use cannot be removed: ${loss.options.join(", ")}.`];
}
