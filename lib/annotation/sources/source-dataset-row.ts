// Rows of datasets as sources of queues.
import { and, asc, count, eq, inArray, isNull, not, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetColumns, datasetRows, datasets } from "@/db/schema";
import { given, statement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { scopeName } from "@/lib/annotation/scope/scopes";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { invalidField } from "@/lib/errors";
import { isGuid, type Source } from "./source";

const PREVIEW_LENGTH = 200;

const liveRows = (organizationId: string, ids: string[]) =>
  and(inArray(datasetRows.id, ids), eq(datasetRows.organizationId, organizationId), isNull(datasetRows.deletedAt));

async function loadRows(db: Database, organizationId: string, ids: string[]) {
  const wanted = ids.filter(isGuid);
  if (wanted.length === 0) return [];
  return findRows(db, { organizationId, ids: arrayText(wanted) });
}

const findRows = statement((db) =>
  db
    .select({ row: datasetRows, datasetName: datasets.name })
    .from(datasetRows)
    .innerJoin(datasets, eq(datasets.id, datasetRows.datasetId))
    .where(
      and(
        sql`${datasetRows.id} = any(${given("ids")}::uuid[])`,
        eq(datasetRows.organizationId, given("organizationId")),
        isNull(datasetRows.deletedAt),
      ),
    ),
);

const findColumns = statement((db) =>
  db
    .select()
    .from(datasetColumns)
    .where(and(sql`${datasetColumns.datasetId} = any(${given("ids")}::uuid[])`, isNull(datasetColumns.deletedAt)))
    .orderBy(datasetColumns.order),
);

async function columnsOf(db: Database, datasetIds: string[]) {
  const columns = await findColumns(db, { ids: arrayText([...new Set(datasetIds)]) });
  return (datasetId: string) => columns.filter((column) => column.datasetId === datasetId);
}

export const datasetRow: Source = {
  async existing(db, organizationId, ids) {
    const wanted = ids.filter(isGuid);
    if (wanted.length === 0) return new Set();
    const rows = await db.select({ id: datasetRows.id }).from(datasetRows).where(liveRows(organizationId, wanted));
    return new Set(rows.map((row) => row.id));
  },

  async previews(db, organizationId, ids) {
    const loaded = await loadRows(db, organizationId, ids);
    if (loaded.length === 0) return new Map();
    const columns = await columnsOf(
      db,
      loaded.map(({ row }) => row.datasetId),
    );
    return new Map(
      loaded.map(({ row, datasetName }) => {
        const text = columns(row.datasetId)
          .map((column) => row.cells[column.id]?.trim())
          .find((cell) => cell);
        const preview = {
          type: "dataset_row",
          dataset_id: row.datasetId,
          dataset_name: datasetName,
          row_order: row.order,
          text: text?.slice(0, PREVIEW_LENGTH) ?? "",
        };
        return [row.id, preview];
      }),
    );
  },

  async contents(db, organizationId, ids) {
    const loaded = await loadRows(db, organizationId, ids);
    if (loaded.length === 0) return new Map();
    const columns = await columnsOf(
      db,
      loaded.map(({ row }) => row.datasetId),
    );
    return new Map(
      loaded.map(({ row, datasetName }) => {
        const of = columns(row.datasetId);
        const content = {
          type: "dataset_row",
          dataset_id: row.datasetId,
          dataset_name: datasetName,
          row_id: row.id,
          source_id: row.id,
          row_order: row.order,
          name: `Row ${row.order + 1}`,
          created_at: row.createdAt.toISOString(),
          updated_at: row.updatedAt.toISOString(),
          fields: Object.fromEntries(of.map((column) => [column.name, row.cells[column.id] ?? null])),
          field_types: Object.fromEntries(of.map((column) => [column.name, column.dataType])),
        };
        return [row.id, content];
      }),
    );
  },

  async scopes(db, organizationId, ids) {
    const wanted = ids.filter(isGuid);
    if (wanted.length === 0) return new Map();
    const rows = await db
      .select({ id: datasetRows.id, datasetId: datasetRows.datasetId })
      .from(datasetRows)
      .where(liveRows(organizationId, wanted));
    return new Map(rows.map((row) => [row.id, { kind: "dataset", id: row.datasetId }]));
  },

  async select(db, organizationId, selection, limit) {
    const where = await selectedRows(db, organizationId, selection);
    const [total] = await db.select({ count: count() }).from(datasetRows).where(where);
    const rows = await db
      .select({ id: datasetRows.id })
      .from(datasetRows)
      .where(where)
      .orderBy(asc(datasetRows.order), asc(datasetRows.id))
      .limit(limit);
    return { ids: rows.map((row) => row.id), total: total?.count ?? 0 };
  },
};

async function selectedRows(db: Database, organizationId: string, selection: Selection) {
  if (!selection.dataset_id) throw invalidField("selection.dataset_id", "This field is required.");
  if (selection.filter.length > 0) {
    throw invalidField("selection.filter", "Rows of a dataset are selected as a whole; leave the filter empty.");
  }
  await scopeName(db, organizationId, { kind: "dataset", id: selection.dataset_id });
  const excluded = selection.exclude_ids.filter(isGuid);
  return and(
    eq(datasetRows.datasetId, selection.dataset_id),
    isNull(datasetRows.deletedAt),
    excluded.length > 0 ? not(inArray(datasetRows.id, excluded)) : undefined,
  );
}
