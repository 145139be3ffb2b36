// The columns that an evaluation of a dataset fills.
import type { Database } from "@/db/client";
import { cut } from "@/lib/bounds/excerpt";
import type { ColumnType } from "@/lib/contracts/shapes";
import { addOwnColumns } from "@/lib/datasets/columns";
import { columnsInDataset, type DatasetRecord } from "@/lib/datasets/loaders";
import type { Template } from "../../templates/loaders";
import { type BindingRow, settingsOf } from "../start/pin";

const dataTypes: Record<Template["version"]["definition"]["output"], ColumnType> = {
  "Pass/Fail": "text",
  score: "float",
  numeric: "float",
  choices: "text",
  reason: "text",
};

/** Adds a metric's missing columns. Throws a 400 for a name that another column has. */
export async function addBindingColumns(
  db: Database,
  dataset: DatasetRecord,
  binding: BindingRow,
  template: Template,
): Promise<void> {
  const own = (await columnsInDataset(db, dataset)).filter(({ sourceId }) => sourceId === binding.id);
  const required = [
    {
      name: binding.name,
      dataType: dataTypes[template.version.definition.output],
      origin: "evaluation" as const,
      sourceId: binding.id,
    },
    ...(settingsOf(binding).hasReasons
      ? [
          {
            name: `${cut(binding.name, 247)}-reason`,
            dataType: "text" as const,
            origin: "evaluation_reason" as const,
            sourceId: binding.id,
          },
        ]
      : []),
  ];
  const missing = required.filter(({ origin }) => own.every((column) => column.origin !== origin));
  if (missing.length > 0) await addOwnColumns(db, dataset, missing, "name");
}
