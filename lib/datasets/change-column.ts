// A column's name and type: what a change of the type would cost, and the change itself.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetColumns, datasetRows } from "@/db/schema";
import { idAmong } from "@/db/text-array";
import type { Verb } from "@/lib/context";
import type { Output } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/datasets/columns";
import type { ColumnType } from "@/lib/contracts/shapes";
import { conflict, invalidField, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { assertNewNames } from "./columns";
import {
  type ColumnRecord,
  columnsInDataset,
  type DatasetRecord,
  datasetInOrganization,
  liveRows,
  lockDatasetInOrganization,
  touch,
} from "./loaders";
import { presentColumn, quantity } from "./present";
import { rowPages } from "./row-pages";
import { isUnfit } from "./rules/column-type";
import { rowNumber } from "./rules/row-number";

type ColumnFit = Output<typeof contracts.getColumnFit>;

const FIRST = 5;
const SHOWN = 200;

export const getColumnFit: Verb<typeof contracts.getColumnFit> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const column = columnAmong(await columnsInDataset(db, dataset), input.column_id);
  const { ids: _, ...fit } = await fitOf(db, dataset, column, input.data_type);
  return fit;
};

export const updateColumn: Verb<typeof contracts.updateColumn> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const columns = await columnsInDataset(db, dataset);
    const column = columnAmong(columns, input.column_id);
    const { name = column.name, data_type: dataType = column.dataType } = input;
    assertChangeable(dataset, column);
    assertNewNames(
      columns.flatMap((other) => (other === column ? [] : other.name)),
      [name],
      null,
    );
    const unfit = dataType === column.dataType ? null : await fitOf(db, dataset, column, dataType);
    if (unfit && unfit.unfit > 0 && !input.clear_unfit) throw doesNotFit(dataType, unfit);
    const [changed] = await db
      .update(datasetColumns)
      .set({ name, dataType })
      .where(eq(datasetColumns.id, column.id))
      .returning();
    if (!changed) throw notFound("Column not found.");
    const cleared = unfit ? await clear(db, dataset, column, unfit.ids) : 0;
    await touch(db, dataset);
    return { ...presentColumn(changed), cleared };
  });

function columnAmong(columns: readonly ColumnRecord[], id: string): ColumnRecord {
  const column = columns.find((known) => known.id === id.toLowerCase());
  if (!column) throw notFound("Column not found.");
  return column;
}

function assertChangeable({ source }: DatasetRecord, { name, origin }: ColumnRecord): void {
  if (source !== "dataset") throw conflict("Simulations need the columns of a scenario as they are.");
  if (origin !== "OTHERS") throw conflict(`Runs fill the column "${name}". Change its evaluation or its prompt.`);
}

const doesNotFit = (type: ColumnType, { unfit, first_unfit: [first] }: ColumnFit) =>
  invalidField(
    "data_type",
    `${quantity(unfit, "cell")} would not be of type ${type}${first ? `, the first in row ${rowNumber(first.order)}` : ""}. Set clear_unfit to remove them.`,
  );

/** Reads every row once, a page at a time. */
async function fitOf(
  db: Database,
  dataset: DatasetRecord,
  { id }: ColumnRecord,
  type: ColumnType,
): Promise<ColumnFit & { ids: string[] }> {
  const fit: ColumnFit & { ids: string[] } = { cells: 0, unfit: 0, first_unfit: [], ids: [] };
  for await (const page of rowPages(db, dataset, sql<string | null>`${datasetRows.cells} ->> ${id}::text`)) {
    for (const { id: row_id, order, value } of page) {
      if (value === null || value === "") continue;
      fit.cells++;
      if (!isUnfit(type, value)) continue;
      fit.unfit++;
      fit.ids.push(row_id);
      if (fit.first_unfit.length < FIRST) fit.first_unfit.push({ row_id, order, value: value.slice(0, SHOWN) });
    }
  }
  return fit;
}

async function clear(
  db: Database,
  dataset: DatasetRecord,
  { id }: ColumnRecord,
  rowIds: readonly string[],
): Promise<number> {
  if (rowIds.length === 0) return 0;
  const cleared = await db
    .update(datasetRows)
    .set({ cells: sql`${datasetRows.cells} - ${id}::text` })
    .where(and(liveRows(dataset), idAmong(datasetRows.id, rowIds)));
  return cleared.count;
}
