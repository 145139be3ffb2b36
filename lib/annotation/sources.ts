// What can stand in a queue. Each type of source tells which references exist in an organization, how an item looks in a
// list, and its full content.
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetColumns, datasetRows, datasets } from "@/db/schema";
import type { SourceType } from "@/lib/contracts/shapes";
import { groupBy } from "@/lib/group-by";

type Wire = Record<string, unknown>;

interface Source {
  existing(db: Database, organizationId: string, ids: string[]): Promise<Set<string>>;
  previews(db: Database, organizationId: string, ids: string[]): Promise<Map<string, Wire>>;
  contents(db: Database, organizationId: string, ids: string[]): Promise<Map<string, Wire>>;
}

const GUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;
const PREVIEW_LENGTH = 200;

const liveRows = (organizationId: string, ids: string[]) =>
  and(inArray(datasetRows.id, ids), eq(datasetRows.organizationId, organizationId), isNull(datasetRows.deletedAt));

async function loadRows(db: Database, organizationId: string, ids: string[]) {
  const wanted = ids.filter((id) => GUID.test(id));
  if (wanted.length === 0) return [];
  return db
    .select({ row: datasetRows, datasetName: datasets.name })
    .from(datasetRows)
    .innerJoin(datasets, eq(datasets.id, datasetRows.datasetId))
    .where(liveRows(organizationId, wanted));
}

async function columnsOf(db: Database, datasetIds: string[]) {
  const columns = await db
    .select()
    .from(datasetColumns)
    .where(and(inArray(datasetColumns.datasetId, [...new Set(datasetIds)]), isNull(datasetColumns.deletedAt)))
    .orderBy(datasetColumns.order);
  return (datasetId: string) => columns.filter((column) => column.datasetId === datasetId);
}

const datasetRow: Source = {
  async existing(db, organizationId, ids) {
    const wanted = ids.filter((id) => GUID.test(id));
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
};

const sources: Partial<Record<SourceType, Source>> = { dataset_row: datasetRow };

interface Reference {
  sourceType: SourceType;
  sourceId: string;
}

const key = ({ sourceType, sourceId }: Reference): string => `${sourceType} ${sourceId}`;

function byType(references: readonly Reference[]): [SourceType, string[]][] {
  const groups = groupBy(references, (reference) => reference.sourceType);
  return [...groups].map(([type, group]) => [type, group.map((reference) => reference.sourceId)]);
}

/** Tells of each reference whether the organization has such a source. */
export async function findSources(db: Database, organizationId: string, references: readonly Reference[]) {
  const found = new Set<string>();
  for (const [sourceType, ids] of byType(references)) {
    const existing = await sources[sourceType]?.existing(db, organizationId, ids);
    for (const sourceId of existing ?? []) found.add(key({ sourceType, sourceId }));
  }
  return (reference: Reference) => found.has(key(reference));
}

async function describe(
  db: Database,
  organizationId: string,
  references: readonly Reference[],
  what: "previews" | "contents",
) {
  const described = new Map<string, Wire>();
  for (const [sourceType, ids] of byType(references)) {
    const wires = await sources[sourceType]?.[what](db, organizationId, ids);
    for (const [sourceId, wire] of wires ?? []) described.set(key({ sourceType, sourceId }), wire);
  }
  return (reference: Reference): Wire => described.get(key(reference)) ?? { type: reference.sourceType, deleted: true };
}

/** Short descriptions for lists; a source that is gone says so. */
export const previewSources = (db: Database, organizationId: string, references: readonly Reference[]) =>
  describe(db, organizationId, references, "previews");

/** Full contents for the desk and for exports. */
export const sourceContents = (db: Database, organizationId: string, references: readonly Reference[]) =>
  describe(db, organizationId, references, "contents");
