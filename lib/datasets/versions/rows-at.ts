import { type SQL, sql } from "drizzle-orm";
import type { DatasetRecord } from "../loaders";

type Owner = Pick<DatasetRecord, "id" | "organizationId">;

/** The dataset's rows (`id`, `order`, `cells`) as a table: as they are, or as they were in a version of the dataset. */
export const rowsOf = ({ id, organizationId }: Owner, versionId: string | null): SQL =>
  versionId === null
    ? sql`(
        select id, "order", cells from dataset_rows
        where dataset_id = ${id}::uuid and organization_id = ${organizationId}::uuid and deleted_at is null)`
    : sql`(
        select entry.row_id as id, entry."order", entry.cells
        from ${entriesAt(id, sql`(select number from dataset_versions where id = ${versionId}::uuid)`)} as entry)`;

/** The columns of a version: its rows may have cells of columns that were deleted before. */
export const columnIdsOf = (versionId: string | null): SQL => sql`
  select one ->> 'id' from dataset_versions as version cross join jsonb_array_elements(version.columns) as one
  where version.id = ${versionId}::uuid`;

/** What is stored of the rows in the version with the number. */
export const entriesAt = (datasetId: string, number: SQL): SQL => sql`(
  select row_id, since, "order", cells, metadata from dataset_version_rows
  where dataset_id = ${datasetId}::uuid and since <= ${number} and (until is null or until > ${number}))`;

/** Whose cells evaluations write: they are no part of a version. */
const verdictColumns = (datasetId: string): SQL => sql`array(
  select id::text from dataset_columns
  where dataset_id = ${datasetId}::uuid and origin in ('evaluation', 'evaluation_reason'))`;

/** The rows as they are, as a version would store them. */
export const liveEntries = (datasetId: string): SQL => sql`(
  select id as row_id, "order", cells - ${verdictColumns(datasetId)} as cells, metadata from dataset_rows
  where dataset_id = ${datasetId}::uuid and deleted_at is null)`;

/** The verdicts among the cells of `row`. */
export const verdictsOf = (datasetId: string, row: SQL): SQL => sql`
  coalesce((
    select jsonb_object_agg(cell.key, cell.value) from jsonb_each(${row}) as cell
    where cell.key = any(${verdictColumns(datasetId)})), '{}')`;
