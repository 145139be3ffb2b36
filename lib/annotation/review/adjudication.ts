// Adjudication: a reviewer settles an item's values. Annotators' scores do not change.
import { isDeepStrictEqual } from "node:util";
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { adjudications } from "@/db/schema";
import { wireTime } from "@/db/wire-time";
import { assertIsWork, assertNotOwnWork, reviewAccess } from "@/lib/annotation/items/item-access";
import { holdWork } from "@/lib/annotation/items/read-work";
import { attachedLabels } from "@/lib/annotation/labels/attached-labels";
import type { CanonicalValue } from "@/lib/annotation/labels/rules/label-value";
import type { LabelRow } from "@/lib/annotation/scope/loaders";
import { type FieldTexts, fieldTexts, readAnswer } from "@/lib/annotation/sources/field-texts";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/adjudications";
import type { ResolvedValue } from "@/lib/contracts/annotation/adjudications";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";

/** The settled values of `queue_items as item` as the API shows them, in the order of label names. */
export const resolvedJson: SQL = sql`(
  select coalesce(json_agg(json_build_object('label_id', label.id, 'label_name', label.name, 'label_type', label.type,
    'value', resolved.value, 'notes', resolved.notes, 'by', person.id, 'by_name', person.name, 'by_email', person.email,
    'at', ${wireTime("resolved.resolved_at")}, 'history', resolved.history) order by label.name, label.id), '[]')
  from adjudications as resolved
  join labels as label on label.id = resolved.label_id
  join users as person on person.id = resolved.resolved_by
  where resolved.item_id = item.id and resolved.value is not null)`;

/** The settled values of an item, in the order of label names. */
export async function resolvedValues(db: Database, itemId: string): Promise<ResolvedValue[]> {
  const [row] = await db.execute<{ resolved: ResolvedValue[] }>(
    sql`select ${resolvedJson} as resolved from queue_items as item where item.id = ${itemId}`,
  );
  return row?.resolved ?? [];
}

type AdjudicatedValues = Parameters<Verb<typeof contracts.adjudicateItem>>[1]["values"];
type AdjudicationRow = typeof adjudications.$inferSelect;

/** Values in canonical form. Of two under a label, the last counts. */
function readValues(
  attached: readonly LabelRow[],
  sent: AdjudicatedValues,
  texts: FieldTexts,
): { labelId: string; value: CanonicalValue }[] {
  const values = new Map<string, CanonicalValue>();
  for (const [index, entry] of sent.entries()) {
    const label = attached.find((row) => row.id === entry.label_id.toLowerCase());
    if (!label) throw invalidField(`values.${index}.label_id`, "This label is not attached to the queue.");
    const reading = readAnswer(label, entry.value, texts);
    if (reading.kind === "invalid") throw invalidField(`values.${index}.value`, reading.message);
    if (reading.kind === "blank") throw invalidField(`values.${index}.value`, `${label.name} may not be blank.`);
    values.set(label.id, reading.value);
  }
  return [...values].map(([labelId, value]) => ({ labelId, value }));
}

const OWN_WORK = "You cannot settle a disagreement about your own annotations.";

export const adjudicateItem: Verb<typeof contracts.adjudicateItem> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const { queue } = await reviewAccess(db, caller, input.queue_id);
    const work = await holdWork(db, caller, queue, { itemId: input.item_id }, now());
    const { item } = work;
    assertIsWork(item);
    assertNotOwnWork(work, OWN_WORK);
    const attached = await attachedLabels(db, queue.id);
    const values = readValues(attached, input.values, await fieldTexts(db, caller.organizationId, item, attached));
    if (work.values.length === 0) throw invalid("This item has no annotations yet.", { code: "nothing_to_settle" });
    const known = await db.select().from(adjudications).where(eq(adjudications.itemId, item.id));
    for (const { labelId, value } of values) {
      const before = known.find((row) => row.labelId === labelId);
      await settle(db, { itemId: item.id, labelId, value, notes: input.notes ?? "" }, before, caller, now());
    }
    return { item_id: item.id, resolved: await resolvedValues(db, item.id) };
  });

export const withdrawAdjudication: Verb<typeof contracts.withdrawAdjudication> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const { queue } = await reviewAccess(db, caller, input.queue_id);
    const work = await holdWork(db, caller, queue, { itemId: input.item_id }, now());
    const { item } = work;
    assertNotOwnWork(work, OWN_WORK);
    const known = await db
      .select()
      .from(adjudications)
      .where(
        and(
          eq(adjudications.itemId, item.id),
          isNotNull(adjudications.value),
          input.label_id ? eq(adjudications.labelId, input.label_id) : undefined,
        ),
      );
    if (known.length === 0) throw notFound("This item has no adjudicated value.");
    for (const row of known) {
      await settle(db, { itemId: item.id, labelId: row.labelId, value: null, notes: "" }, row, caller, now());
    }
    return { item_id: item.id, resolved: await resolvedValues(db, item.id) };
  });

type Settled = Pick<AdjudicationRow, "itemId" | "labelId" | "value" | "notes">;

/** Replaces the value; the old one goes to the history. The same value again changes nothing. */
async function settle(
  db: Database,
  next: Settled,
  before: AdjudicationRow | undefined,
  caller: Caller,
  now: Date,
): Promise<void> {
  if (before && isDeepStrictEqual([before.value, before.notes], [next.value, next.notes])) return;
  const signed = { ...next, resolvedBy: caller.userId, resolvedAt: now };
  if (!before) {
    await db.insert(adjudications).values(signed);
    return;
  }
  const past = {
    value: before.value,
    notes: before.notes,
    by: before.resolvedBy,
    at: before.resolvedAt.toISOString(),
  };
  await db
    .update(adjudications)
    .set({ ...signed, history: [...before.history, past] })
    .where(and(eq(adjudications.itemId, next.itemId), eq(adjudications.labelId, next.labelId)));
}
