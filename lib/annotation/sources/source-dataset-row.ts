// Dataset rows as queue sources.
import { and, asc, count, eq, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows } from "@/db/schema";
import { wireTime } from "@/db/wire-time";
import { scopeName } from "@/lib/annotation/scope/scopes";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { invalidField } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { hasText } from "@/lib/pages";
import { guidOf, isGuid, type Source, type SourcePlace } from "./source";
import { hasAny, verdictsJson } from "./verdicts";

const PREVIEW_LENGTH = 200;

const liveRows = (organizationId: string, ids: string[]) =>
  and(inArray(datasetRows.id, ids), inOrganization(datasetRows, organizationId));

const rowAt = (source: SourcePlace): SQL => sql`
  from dataset_rows as row join datasets as dataset on dataset.id = row.dataset_id
  where row.id = ${guidOf(source)} and row.organization_id = ${source.organizationId} and row.deleted_at is null`;

// Without judges' results for the row, so that annotators judge by themselves.
const liveColumns = sql`from dataset_columns as "column"
  where "column".dataset_id = row.dataset_id and "column".deleted_at is null
    and "column".origin not in ('evaluation', 'evaluation_reason')`;

const cell = sql`(row.cells ->> "column".id::text)`;
// The characters that JavaScript's trim removes.
const SPACE = sql.raw(
  String.raw`E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'`,
);
const trimmed = sql`btrim(${cell}, ${SPACE})`;

/** The beginning of the first cell that is not blank. */
const beginning = sql`coalesce((
  select left(${trimmed}, ${sql.raw(String(PREVIEW_LENGTH))}) ${liveColumns} and ${trimmed} <> '' order by "column"."order" limit 1), '')`;

/** The row's columns by name, in order. */
const byColumn = (value: SQL): SQL =>
  sql`(select coalesce(json_object_agg("column".name, ${value} order by "column"."order"), '{}') ${liveColumns})`;

/**
 * Each evaluation of the row's dataset in its newest run. A run that only continues another evaluation's rows does not
 * count, nor does an experiment, whose outputs are others.
 */
const newestEvaluations = sql`
  select distinct on (evaluation.name) evaluation.id, evaluation.name, evaluation.template_id
  from eval_runs as run join eval_run_evaluations as evaluation on evaluation.run_id = run.id
  where run.dataset_id = row.dataset_id and evaluation.kind = 'evaluation' and evaluation.continues is null
    and run.task is null
  order by evaluation.name, run.created_at desc, evaluation.id`;

export const datasetRow: Source = {
  async existing(db, organizationId, ids) {
    const guids = ids.filter(isGuid);
    if (guids.length === 0) return new Set();
    const rows = await db.select({ id: datasetRows.id }).from(datasetRows).where(liveRows(organizationId, guids));
    return new Set(rows.map((row) => row.id));
  },

  preview: (source) => sql`(
    select json_build_object('type', 'dataset_row', 'dataset_id', row.dataset_id, 'dataset_name', dataset.name,
      'row_order', row."order", 'text', ${beginning})
    ${rowAt(source)})`,

  cells: (source) => sql`(
    select ${byColumn(sql`left(${cell}, ${sql.raw(String(PREVIEW_LENGTH))})`)} ${rowAt(source)})`,

  // The row as one text is fastest. Of the rows that it finds, a cell that is shown decides.
  search: (source, part) => sql`exists (
    select 1 ${rowAt(source)} and ${hasText(sql`row.cells::text`, JSON.stringify(part).slice(1, -1))}
    and exists (select 1 ${liveColumns} and ${hasText(cell, part)}))`,

  content: (source) => sql`(
    select json_build_object('type', 'dataset_row', 'dataset_id', row.dataset_id, 'dataset_name', dataset.name,
      'row_id', row.id, 'source_id', row.id, 'row_order', row."order", 'name', 'Row ' || row."order" + 1,
      'created_at', ${wireTime("row.created_at")}, 'updated_at', ${wireTime("row.updated_at")},
      'fields', ${byColumn(cell)}, 'field_types', ${byColumn(sql`"column".data_type`)})
    ${rowAt(source)})`,

  evals: (source) =>
    verdictsJson(
      hasAny("eval_runs", source),
      "verdict.ended_at",
      sql`dataset_rows as row cross join lateral (${newestEvaluations}) as evaluation
        join eval_run_cells as verdict on verdict.evaluation_id = evaluation.id and verdict.row_id = row.id`,
      sql`row.id = ${guidOf(source)} and row.organization_id = ${source.organizationId} and row.deleted_at is null`,
    ),

  async scopes(db, organizationId, ids) {
    const guids = ids.filter(isGuid);
    if (guids.length === 0) return new Map();
    const rows = await db
      .select({ id: datasetRows.id, datasetId: datasetRows.datasetId })
      .from(datasetRows)
      .where(liveRows(organizationId, guids));
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
    throw invalidField("selection.filter", "All rows of a dataset are selected. Leave the filter empty.");
  }
  await scopeName(db, organizationId, { kind: "dataset", id: selection.dataset_id });
  const excluded = selection.exclude_ids.filter(isGuid);
  return and(
    eq(datasetRows.datasetId, selection.dataset_id),
    isNull(datasetRows.deletedAt),
    excluded.length > 0 ? not(inArray(datasetRows.id, excluded)) : undefined,
  );
}
