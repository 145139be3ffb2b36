// Writes a queue into a dataset. Each row remembers its item, so that repeating the export updates the rows.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { assertManager, type QueueRow, queueAccess } from "@/lib/annotation/scope/loaders";
import { assertAccess } from "@/lib/auth/access";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/dataset-export";
import type { ExportedItem } from "@/lib/contracts/annotation/exported";
import { MAX_COLUMNS } from "@/lib/contracts/datasets/datasets";
import { insertDataset } from "@/lib/datasets/datasets";
import { nextOrder } from "@/lib/datasets/insert-rows";
import { columnsInDataset, lockDatasetInOrganization, touch } from "@/lib/datasets/loaders";
import { reuseColumns, type TargetColumn } from "@/lib/datasets/reuse-columns";
import { cellText } from "@/lib/datasets/rules/cell-text";
import { rowsByItem, saveItemRows } from "@/lib/datasets/save-item-rows";
import { invalid } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { inTransaction } from "@/lib/transaction";
import { NOT_MANAGER, statusFilter } from "./download";
import { exportedItems } from "./export-items";
import { scoresOfItem } from "./export-query";
import { earlierColumns } from "./rules/earlier-slots";
import { attributeField, exportFields, type Field, type FieldLabel, withOwnColumns } from "./rules/export-fields";

export const listExportFields: Verb<typeof contracts.listExportFields> = async ({ db, caller }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  assertManager(access, NOT_MANAGER);
  const { fields: known } = await fieldsOfQueue(db, access.queue);
  const fields = withOwnColumns([...known, ...(await attributesOf(db, access.queue))]).map(
    ({ read: _, ...field }) => field,
  );
  const defaults = fields.filter((field) => field.default);
  return { fields, default_mapping: defaults.map(({ id, column }) => ({ field: id, column, enabled: true })) };
};

async function fieldsOfQueue(db: Database, queue: QueueRow) {
  const labels = await db.execute<FieldLabel & Record<string, unknown>>(sql`
    select label.id, label.name, label.type from queue_labels binding join labels label on label.id = binding.label_id
    where binding.queue_id = ${queue.id} order by binding."order"`);
  const [most] = await db.execute<{ scores: number | null }>(sql`
    select max(scores)::int as scores from (
      select count(*) as scores from queue_items item join scores score on ${scoresOfItem(queue)}
      where item.queue_id = ${queue.id} and item.deleted_at is null group by item.id, score.label_id) as counted`);
  const slots = Math.max(queue.annotationsRequired, most?.scores ?? 0);
  return { labels: [...labels], slots, fields: exportFields([...labels], slots, MAX_COLUMNS) };
}

const MAX_ATTRIBUTES = 200;

/** The fields inside the sources of the first items, one level deep, to choose from. */
async function attributesOf(db: Database, queue: QueueRow): Promise<Field[]> {
  const paths = new Set<string>();
  for await (const items of exportedItems(db, { queue, status: null })) {
    for (const { source } of items) {
      for (const key of ["fields", "attributes", "metadata"]) {
        const inner = source[key];
        const members = typeof inner === "object" && inner !== null ? Object.keys(inner) : [];
        for (const member of members) paths.add(`${key}.${member}`);
      }
    }
    break;
  }
  return [...paths].slice(0, MAX_ATTRIBUTES).map(attributeField);
}

type Mapping = Parameters<Verb<typeof contracts.exportToDataset>>[1]["column_mapping"];

export const exportToDataset: Verb<typeof contracts.exportToDataset> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const { queue, ...access } = await queueAccess(db, caller, input.queue_id);
    assertManager({ queue, ...access }, NOT_MANAGER);
    assertAccess("write", caller.role);
    const status = statusFilter(input.status_filter, "status_filter");
    const known = await fieldsOfQueue(db, queue);
    const fields = chosenFields(known.fields, input.column_mapping);
    const dataset = input.dataset_id
      ? await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id)
      : await insertDataset(db, caller, datasetName(input.dataset_name), "dataset_name");
    const existing = await columnsInDataset(db, dataset);
    const columns = await reuseColumns(db, dataset, fields.map(asColumn));
    const earlier = earlierColumns(known.labels, known.slots, input.column_mapping, existing.map(nameOf));
    const rewritten = [...columns, ...existing.filter((column) => earlier.has(nameOf(column).toLowerCase()))];
    const rowIds = await rowsByItem(db, dataset);
    const total = { created: 0, updated: 0 };
    let order = await nextOrder(db, dataset);
    for await (const items of exportedItems(db, { queue, status })) {
      const rows = items.map((item) => ({
        itemId: item.item_id,
        cells: cellsOf(item, fields, columns),
        metadata: metadataOf(item, queue),
      }));
      const { created, updated } = await saveItemRows(db, dataset, rewritten, order, rows, rowIds);
      total.created += created;
      total.updated += updated;
      order += created;
    }
    await touch(db, dataset);
    return {
      dataset_id: dataset.id,
      dataset_name: dataset.name,
      rows_created: total.created,
      rows_updated: total.updated,
      columns: columns.map(nameOf),
    };
  });

const nameOf = ({ name }: { name: string }): string => name;

function datasetName(name: string | null | undefined): string {
  if (name) return name;
  const message = "Give a dataset_id, or a dataset_name for a new dataset.";
  throw invalid(message, { fields: { dataset_name: [message] } });
}

const asColumn = ({ column, data_type }: Field): TargetColumn => ({ name: column, dataType: data_type });

/** The fields of a mapping, or the default ones. Fields that the queue does not have are left out. */
function chosenFields(known: readonly Field[], mapping: Mapping): Field[] {
  const byId = new Map(known.map((field) => [field.id, field]));
  const find = (id: string) =>
    byId.get(id.replace(/^label:[^:]*/, (name) => name.toLowerCase())) ??
    (/^attr:./s.test(id) ? attributeField(id.slice("attr:".length)) : undefined);
  const chosen =
    mapping.length === 0
      ? known.filter((field) => field.default)
      : mapping.flatMap(({ field, id, column, enabled }) => {
          const found = enabled ? find(field ?? id ?? "") : undefined;
          return found ? [{ ...found, column: column ?? found.column }] : [];
        });
  const names = new Set<string>();
  for (const { column } of chosen) {
    if (names.has(column.toLowerCase())) throw wrongMapping(`Duplicate export column name: ${column}`);
    names.add(column.toLowerCase());
  }
  if (chosen.length === 0) throw wrongMapping("Select at least one export column.");
  if (chosen.length > MAX_COLUMNS) throw wrongMapping(`A dataset has at most ${MAX_COLUMNS} columns.`);
  return chosen;
}

const wrongMapping = (message: string) => invalid(message, { fields: { column_mapping: [message] } });

function cellsOf(item: ExportedItem, fields: readonly Field[], columns: readonly { id: string }[]) {
  const cells: Record<string, string> = {};
  for (const [index, field] of fields.entries()) {
    const text = cellText(field.read(item));
    const column = columns[index];
    if (text !== null && column) cells[column.id] = text;
  }
  return cells;
}

const metadataOf = (item: ExportedItem, queue: QueueRow) => ({
  queue_id: queue.id,
  queue_item_id: item.item_id,
  source_type: item.source_type,
  source_id: item.source_id,
  annotations: Object.fromEntries(groupBy(item.annotations, (annotation) => annotation.label_id)),
  resolved: item.resolved,
  review: item.review,
});
