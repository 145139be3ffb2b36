// Conditions on queue_items by what annotators answered.
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agreementItems, queueItems } from "@/db/schema";
import { valueKeys } from "@/lib/annotation/labels/rules/label-value";
import { labelInQueue } from "@/lib/annotation/labels/usable-labels";
import type { LabelRow } from "@/lib/annotation/scope/loaders";
import type { ItemFilters } from "@/lib/contracts/annotation/items/filters";
import { invalidField } from "@/lib/errors";
import { hasText } from "@/lib/pages";

/** Filters that need label_id, and those that need a pair. */
const OF_A_LABEL = ["value", "min_value", "max_value", "answered", "first_value", "second_value"] as const;
const OF_A_PAIR = ["pair_differs", "first_value", "second_value"] as const;

export async function answerConditions(
  db: Database,
  organizationId: string,
  queueId: string,
  filters: ItemFilters,
): Promise<(SQL | undefined)[]> {
  const unnamed = filters.label_id ? undefined : OF_A_LABEL.find((name) => filters[name] !== undefined);
  if (unnamed) throw invalidField(unnamed, "Needs label_id.");
  const unpaired = filters.pair ? undefined : OF_A_PAIR.find((name) => filters[name] !== undefined);
  if (unpaired) throw invalidField(unpaired, "Needs pair.");
  const label = filters.label_id ? await labelInQueue(db, organizationId, queueId, filters.label_id) : null;
  return [
    ...(label ? valueConditions(label, filters) : []),
    filters.disagreement_label
      ? inAgreement(
          and(
            eq(agreementItems.queueId, queueId),
            eq(agreementItems.labelId, filters.disagreement_label),
            agreementItems.disagrees,
          ),
        )
      : undefined,
    filters.pair ? inAgreement(ofPair(queueId, filters, filters.pair)) : undefined,
  ];
}

const inAgreement = (where: SQL | undefined): SQL =>
  sql`${queueItems.id} in (select ${agreementItems.itemId} from ${agreementItems} where ${where})`;

function valueConditions(label: LabelRow, { value, min_value, max_value, answered }: ItemFilters): SQL[] {
  const scored = (match: SQL): SQL => sql`exists (
    select 1 from scores as score where score.queue_item_id = ${queueItems.id} and score.label_id = ${label.id}
      and score.annotator_id is not null and score.deleted_at is null and ${match})`;
  const found: SQL[] = [];
  if (value !== undefined) found.push(scored(or(...[value].flat().map((each) => hasValue(label, each))) ?? sql`false`));
  if (min_value !== undefined || max_value !== undefined) {
    if (label.type !== "numeric" && label.type !== "star") {
      throw invalidField(min_value === undefined ? "max_value" : "min_value", "Only numbers and stars have a range.");
    }
    found.push(scored(inRange(label, min_value, max_value)));
  }
  if (answered !== undefined) found.push(answered ? scored(sql`true`) : sql`not ${scored(sql`true`)}`);
  return found;
}

function hasValue(label: LabelRow, value: string): SQL {
  const { type } = label;
  if (type === "categorical") return sql`score.value -> 'selected' ? ${value}`;
  if (type === "text_spans")
    return sql`score.value -> 'spans' @> ${JSON.stringify([{ category: value }])}::text::jsonb`;
  if (type === "text") return hasText(sql`(score.value ->> 'text')`, value);
  if (type === "numeric" || type === "star") return hasNumber(label, value);
  return sql`score.value ->> ${sql.raw(`'${valueKeys[type]}'`)} = ${value}`;
}

/** In whichever digits it is written, such as 4.0 or 1e21. */
function hasNumber(label: LabelRow, text: string): SQL {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) throw invalidField("value", "Must be a number.");
  return inRange(label, number, number);
}

/** The case keeps PostgreSQL from casting the values of other labels before it has looked at the label. */
function inRange({ type }: LabelRow, least: number | undefined, most: number | undefined): SQL {
  const key = sql.raw(`'${valueKeys[type]}'`);
  const number = sql`case when jsonb_typeof(score.value -> ${key}) = 'number' then (score.value ->> ${key})::numeric end`;
  const bounds = [
    least === undefined ? undefined : sql`${number} >= ${least}::numeric`,
    most === undefined ? undefined : sql`${number} <= ${most}::numeric`,
  ];
  return and(...bounds) ?? sql`true`;
}

/** Entries of the counted agreement, so that the items are those that the pair's figures count. */
function ofPair(queueId: string, filters: ItemFilters, [first = "", second = ""]: readonly string[]): SQL | undefined {
  const by = (annotator: string): SQL => sql`${agreementItems.answers} ->> ${annotator.toLowerCase()}`;
  const { label_id, pair_differs, first_value, second_value } = filters;
  return and(
    eq(agreementItems.queueId, queueId),
    label_id ? eq(agreementItems.labelId, label_id) : undefined,
    sql`${by(first)} is not null and ${by(second)} is not null`,
    // Disagreements have an index.
    pair_differs ? sql`${agreementItems.disagrees} and ${by(first)} <> ${by(second)}` : undefined,
    pair_differs === false ? sql`${by(first)} = ${by(second)}` : undefined,
    first_value === undefined ? undefined : sql`${by(first)} = ${first_value}`,
    second_value === undefined ? undefined : sql`${by(second)} = ${second_value}`,
  );
}
