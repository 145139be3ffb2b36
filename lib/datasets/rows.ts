import { and, asc, count, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows } from "@/db/schema";
import { findByName } from "@/lib/bounds/normal-form";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets/table";
import { distinctIds } from "@/lib/distinct-ids";
import { invalidField, notFound } from "@/lib/errors";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { type Cells, insertRows, nextOrder } from "./insert-rows";
import {
  type ColumnRecord,
  columnsInDataset,
  type DatasetRecord,
  datasetInOrganization,
  isOfEvaluation,
  liveRows,
  lockDatasetInOrganization,
  touch,
} from "./loaders";
import { quantity } from "./present";
import { cellText, floatText, hasInexactNumber, MAX_CELL_CHARACTERS } from "./rules/cell-text";
import { fits } from "./rules/column-type";

export const listRowIds: Verb<typeof contracts.listRowIds> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const { page, limit, offset } = pageRange(input);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(datasetRows).where(liveRows(dataset)),
    db
      .select({ id: datasetRows.id })
      .from(datasetRows)
      .where(liveRows(dataset))
      .orderBy(asc(datasetRows.order), asc(datasetRows.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map((row) => row.id) };
};

export const addRows: Verb<typeof contracts.addRows> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const columns = await columnsInDataset(db, dataset);
    const named = findByName(columns);
    const rows = input.rows.map((row, index) => readCells(row.cells, named, `rows.${index}.cells`));
    const ids = await insertRows(db, dataset, await nextOrder(db, dataset), rows);
    await touch(db, dataset);
    return { message: `${quantity(ids.length, "row")} added`, row_ids: ids };
  });

interface NewCell {
  column_name: string;
  value?: unknown;
}

function readCells(sent: readonly NewCell[], named: (name: string) => ColumnRecord | undefined, field: string): Cells {
  const seen = new Set<string>();
  const cells: Cells = {};
  for (const [index, { column_name, value }] of sent.entries()) {
    const column = named(column_name.trim());
    if (!column) throw invalidField(`${field}.${index}.column_name`, `There is no column "${column_name}".`);
    if (seen.has(column.id)) throw invalidField(`${field}.${index}.column_name`, `"${column_name}" is listed twice.`);
    seen.add(column.id);
    const text = checkedText(column, value, `${field}.${index}.value`);
    if (text !== null) cells[column.id] = text;
  }
  return cells;
}

function checkedText(column: ColumnRecord, value: unknown, field: string): string | null {
  if (isOfEvaluation(column))
    throw invalidField(field, `The column "${column.name}" can only be filled by its evaluation.`);
  const isFloat = column.dataType === "float";
  if (isFloat ? value === Infinity || value === -Infinity : hasInexactNumber(value))
    throw invalidField(field, "This number is too large to be read exactly from JSON. Send it as a string.");
  const text = isFloat ? floatText(value) : cellText(value);
  // For types other than text, an empty form field is not a value.
  if (text === null || (text === "" && column.dataType !== "text")) return null;
  if (text.length > MAX_CELL_CHARACTERS) throw invalidField(field, `At most ${MAX_CELL_CHARACTERS} characters.`);
  if (!fits(column.dataType, text)) {
    throw invalidField(field, `Does not fit the column "${column.name}", whose type is ${column.dataType}.`);
  }
  return text;
}

export const addEmptyRows: Verb<typeof contracts.addEmptyRows> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    await insertRows(db, dataset, await nextOrder(db, dataset), emptyRows(input.num_rows));
    await touch(db, dataset);
    return `Successfully added ${input.num_rows} empty row(s)`;
  });

export const emptyRows = (number: number): Cells[] => Array.from({ length: number }, () => ({}));

export const updateCellValue: Verb<typeof contracts.updateCellValue> = async (context, input) => {
  if (input.new_value === undefined) throw invalidField("new_value", "This field is required.");
  return inTransaction(context, async ({ db, caller }) => {
    // Locked, because the column's type may be about to change.
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const columns = await columnsInDataset(db, dataset);
    const column = columns.find((known) => known.id === input.column_id.toLowerCase());
    if (!column) throw notFound("Column not found.");
    const text = checkedText(column, input.new_value, "new_value");
    // One statement, because runs write other cells of the row without the dataset's lock.
    const cells =
      text === null
        ? sql`${datasetRows.cells} - ${column.id}::text`
        : sql`${datasetRows.cells} || jsonb_build_object(${column.id}::text, ${text}::text)`;
    const [row] = await db
      .update(datasetRows)
      .set({ cells })
      .where(and(liveRows(dataset), eq(datasetRows.id, input.row_id)))
      .returning({ id: datasetRows.id });
    if (!row) throw notFound("Row not found.");
    await touch(db, dataset);
    return { message: "Cell changed", cell_value: text };
  });
};

export const deleteRows: Verb<typeof contracts.deleteRows> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const ids = distinctIds(input.row_ids);
    if (!input.selected_all_rows && ids.length === 0)
      throw invalidField("row_ids", "Name the rows, or set selected_all_rows.");
    assertRows(ids, await rowsAmong(db, dataset, ids));
    const choice = input.selected_all_rows ? notInArray(datasetRows.id, ids) : inArray(datasetRows.id, ids);
    const gone = await db
      .update(datasetRows)
      .set({ deletedAt: now() })
      .where(and(liveRows(dataset), ids.length > 0 ? choice : undefined));
    await touch(db, dataset);
    return { message: `${quantity(gone.count, "row")} deleted`, deleted: gone.count };
  });

/** Those of the rows that belong to the dataset. */
async function rowsAmong(db: Database, dataset: DatasetRecord, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: datasetRows.id })
    .from(datasetRows)
    .where(and(liveRows(dataset), inArray(datasetRows.id, ids)));
  return new Set(rows.map((row) => row.id));
}

/** One foreign row fails the whole request: with a mistyped exception, "all but these" would delete too much. */
function assertRows(ids: string[], known: ReadonlySet<string>): void {
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw notFound(`Row not found: ${missing}.`);
}
