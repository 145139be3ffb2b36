// Suggestions from what the items' sources already have: a field, or the result of an evaluation.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { attachedLabels } from "@/lib/annotation/labels/attached-labels";
import { spanRules } from "@/lib/annotation/labels/rules/text-spans";
import { assertManager, type LabelRow, type QueueRow, queueAccess } from "@/lib/annotation/scope/loaders";
import { readAnswer } from "@/lib/annotation/sources/field-texts";
import { fieldText } from "@/lib/annotation/sources/rules/field-text";
import type { Wire } from "@/lib/annotation/sources/source";
import { contentJson, evalsJson, presentContents } from "@/lib/annotation/sources/sources";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/suggestions";
import { FILLED_AT_ONCE } from "@/lib/contracts/annotation/suggestions";
import type { SourceType } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { type Verdict, valueOfText, valueOfVerdict } from "./rules/suggested-value";
import { NOT_MANAGER } from "./save";
import { type NewSuggestion, writeSuggestions } from "./write";

type FillInput = Parameters<Verb<typeof contracts.fillSuggestions>>[1];

export const fillSuggestions: Verb<typeof contracts.fillSuggestions> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    const label = (await attachedLabels(db, access.queue.id)).find(({ id }) => id === input.label_id.toLowerCase());
    if (!label) throw invalidField("label_id", "This label is not attached to the queue.");
    const items = await readItems(db, access.queue, caller, input);
    const { rows, ...counts } = readSuggestions(label, input, items);
    await writeSuggestions(db, { queueId: access.queue.id, userId: caller.userId }, rows);
    const last = items.length === FILLED_AT_ONCE ? items.at(-1) : undefined;
    return { saved: rows.length, ...counts, next_after: last ? last.order : null };
  });

interface FilledItem {
  id: string;
  order: number;
  content: Wire;
  verdicts: Verdict[] | null;
}

async function readItems(db: Database, queue: QueueRow, caller: Caller, { after, evaluation }: FillInput) {
  const organization = sql`${caller.organizationId}::uuid`;
  const rows = await db.execute<{
    id: string;
    order: number;
    source_type: SourceType;
    content: Wire | null;
    verdicts: Verdict[] | null;
  }>(sql`
    select item.id, item."order", item.source_type, ${contentJson(sql`item`, organization)} as content,
      ${evaluation === undefined ? sql`null` : evalsJson(sql`item`, organization)} as verdicts
    from queue_items as item
    where item.queue_id = ${queue.id} and item.deleted_at is null and item.copy_of is null
      ${after === undefined ? sql`` : sql`and item."order" > ${after}`}
    order by item."order", item.id limit ${FILLED_AT_ONCE}`);
  const described = rows.map(({ source_type, content }) => ({ type: source_type, wire: content }));
  const contents = await presentContents(db, caller.organizationId, described);
  return rows.map(
    ({ id, order, verdicts }, index): FilledItem => ({ id, order, verdicts, content: contents[index] ?? {} }),
  );
}

function readSuggestions(label: LabelRow, { field, evaluation }: FillInput, items: readonly FilledItem[]) {
  const rows: NewSuggestion[] = [];
  let empty = 0;
  let unreadable = 0;
  let example: { item_id: string; problem: string } | null = null;
  for (const item of items) {
    const reading = readAnswer(label, valueFor(label, { field, evaluation }, item), markedText(label, item));
    if (reading.kind === "value") {
      const origin = evaluation ?? field ?? "";
      rows.push({ itemId: item.id, labelId: label.id, value: reading.value, origin, confidence: null });
    } else if (reading.kind === "blank") empty++;
    else {
      unreadable++;
      example ??= { item_id: item.id, problem: reading.message };
    }
  }
  return { rows, empty, unreadable, example };
}

function valueFor(label: LabelRow, { field, evaluation }: Pick<FillInput, "field" | "evaluation">, item: FilledItem) {
  if (field !== undefined) return valueOfText(label, fieldText(item.content, field));
  // Results are in the order of their time.
  const newest = item.verdicts?.findLast(({ name }) => name === evaluation);
  return newest ? valueOfVerdict(label, newest) : null;
}

function markedText(label: LabelRow, { content }: FilledItem): ReadonlyMap<string, string | null> {
  if (label.type !== "text_spans") return new Map();
  const { field } = spanRules(label.settings);
  return new Map([[field, fieldText(content, field)]]);
}
