// Writes the logs of judged cells in one statement.
import { getTableColumns, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { columnNames, columnsOfRow } from "@/db/json-rows";
import { evalLogs } from "@/db/schema";
import { jsonText } from "./json-text";

type Log = typeof evalLogs.$inferInsert;

/** The columns that a run's log fills; the others keep their defaults. */
const LOG_COLUMNS = [
  "id",
  "organizationId",
  "workspaceId",
  "templateId",
  "versionNumber",
  "datasetId",
  "rowId",
  "bindingId",
  "source",
  "status",
  "outcome",
  "mapping",
  "params",
  "output",
  "label",
  "score",
  "passed",
  "reason",
  "warnings",
  "model",
  "prompt",
  "metadata",
  "rawAnswer",
  "fingerprint",
  "executionMs",
  "errorLocalizer",
  "localization",
] as const satisfies (keyof Log)[];
const logFields = getTableColumns(evalLogs);
const logColumns = Object.fromEntries(LOG_COLUMNS.map((name) => [name, logFields[name]]));
const logNames = columnNames(LOG_COLUMNS);
const logValues = columnsOfRow(logColumns);

/** One statement with one parameter: spelling out a hundred rows of values takes longer than storing them. */
export async function insertLogs(tx: Database, logs: readonly Log[]): Promise<void> {
  if (logs.length === 0) return;
  const rows = logs.map((log) => LOG_COLUMNS.map((name) => log[name]));
  await tx.execute(sql`
    insert into eval_logs (${logNames})
    select ${logValues} from jsonb_array_elements(${jsonText(rows)}::text::jsonb) as row
    on conflict (id) do nothing`);
}
