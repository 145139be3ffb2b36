// Makes a dataset from a file, or adds its rows to one: reads and stores it as a stream, in one transaction.
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasets } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets";
import { invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { insertColumns } from "./columns";
import { insertDataset, presentCreated } from "./datasets";
import { type FileRow, ImportedColumns } from "./files/imported-columns";
import { readRows } from "./files/read-rows";
import { type Cells, insertRows, nextOrder } from "./insert-rows";
import { columnsInDataset, type DatasetRecord, lockDatasetInOrganization, touch } from "./loaders";
import { quantity } from "./present";

const MAX_ROWS = 200_000;
const BATCH_ROWS = 1000;
const BATCH_CHARACTERS = 1_000_000;

export const createDatasetFromFile: Verb<typeof contracts.createDatasetFromFile> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const dataset = await insertDataset(
      db,
      caller,
      input.new_dataset_name ?? nameOf(input.file),
      "new_dataset_name",
      input.model_type,
    );
    const columns = new ImportedColumns();
    const count = await storeRows(db, dataset, 0, readRows(input.file, columns));
    const stored = await insertColumns(db, dataset, 0, columns.list());
    if (stored.length === 0) throw invalidField("file", "Has no columns.");
    await db.update(datasets).set({ fileForm: columns.form }).where(eq(datasets.id, dataset.id));
    return presentCreated(dataset, count, stored.length);
  });

export const importRows: Verb<typeof contracts.importRows> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const columns = new ImportedColumns(await columnsInDataset(db, dataset));
    const count = await storeRows(db, dataset, await nextOrder(db, dataset), readRows(input.file, columns));
    if (count === 0) throw invalidField("file", "Has no rows.");
    await touch(db, dataset);
    return { message: `${quantity(count, "row")} added`, rows_added: count };
  });

/** Stores rows from order `first` on. Returns how many. */
async function storeRows(
  db: Database,
  dataset: DatasetRecord,
  first: number,
  rows: AsyncIterable<FileRow>,
): Promise<number> {
  let count = 0;
  for await (const batch of batches(rows)) {
    if (count + batch.length > MAX_ROWS) throw invalidField("file", `Has more than ${MAX_ROWS} rows.`);
    await insertRows(db, dataset, first + count, batch);
    count += batch.length;
  }
  return count;
}

/** Rows in batches, limited in number and size. */
export async function* batches(rows: AsyncIterable<FileRow>): AsyncGenerator<Cells[]> {
  let batch: Cells[] = [];
  let characters = 0;
  for await (const { cells } of rows) {
    batch.push(cells);
    for (const text of Object.values(cells)) characters += text.length;
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The file's name without folders, extension and control characters. */
function nameOf(file: File): string {
  const stem = (file.name.split(/[\\/]/).at(-1) ?? "").replace(/\.\w+$/, "");
  const name = [...stem.normalize("NFC").replaceAll(/\p{C}/gu, " ").trim()].slice(0, 255).join("").trim();
  return name || "Dataset";
}
