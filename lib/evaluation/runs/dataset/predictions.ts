// Columns that a model fills.
import { eq } from "drizzle-orm";
import { datasetColumns } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/predictions";
import { addOwnColumns, assertNewNames } from "@/lib/datasets/columns";
import {
  type ColumnRecord,
  columnsInDataset,
  type DatasetRecord,
  lockDatasetInOrganization,
  touch,
} from "@/lib/datasets/loaders";
import { invalidField, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { presentStarted } from "../read/present";
import { pinPrediction, variablesOf } from "../start/pin";
import { startRun } from "../start/start-run";

const FIELD = "config.messages";

export const addPredictionColumn: Verb<typeof contracts.addPredictionColumn> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    variablesOf(input.config.messages, await columnsInDataset(db, dataset), null, FIELD);
    const newColumn = {
      name: input.name,
      dataType: "text" as const,
      origin: "run_prompt" as const,
      prediction: input.config,
    };
    const [column] = await addOwnColumns(db, dataset, [newColumn], "name");
    if (!column) throw new Error("the column was not stored");
    return present(inner, dataset, column, input.run);
  });

export const editPredictionColumn: Verb<typeof contracts.editPredictionColumn> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const columns = await columnsInDataset(db, dataset);
    const column = columns.find(({ id }) => id === input.column_id.toLowerCase());
    if (!column) throw notFound("Column not found.");
    if (column.origin !== "run_prompt") throw invalidField("column_id", "A prompt does not fill this column.");
    variablesOf(input.config.messages, columns, column.id, FIELD);
    const others = columns.filter(({ id }) => id !== column.id).map(({ name }) => name);
    if (input.name) assertNewNames(others, [input.name], null);
    const [changed] = await db
      .update(datasetColumns)
      .set({ prediction: input.config, name: input.name ?? column.name })
      .where(eq(datasetColumns.id, column.id))
      .returning();
    if (!changed) throw notFound("Column not found.");
    await touch(db, dataset);
    return present(inner, dataset, changed, input.run);
  });

async function present(context: Context, dataset: DatasetRecord, column: ColumnRecord, isRun: boolean) {
  const columns = await columnsInDataset(context.db, dataset);
  const run = isRun ? await startRun(context, dataset, [pinPrediction(column, columns, FIELD)]) : null;
  return {
    column_id: column.id,
    column_name: column.name,
    run: run && presentStarted(run, run.rowCount * run.repeats),
  };
}
