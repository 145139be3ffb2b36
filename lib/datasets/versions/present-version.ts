import type { DatasetVersion } from "@/lib/contracts/datasets/versions";
import type { NamedVersion } from "./loaders";

export const presentVersion = ({ version, maker }: NamedVersion): DatasetVersion => ({
  id: version.id,
  dataset_id: version.datasetId,
  number: version.number,
  name: version.name,
  description: version.description,
  columns: version.columns.map(({ id, name, dataType }) => ({ id, name, data_type: dataType })),
  row_count: version.rowCount,
  added: version.added,
  changed: version.changed,
  removed: version.removed,
  created_by: maker,
  created_at: version.createdAt.toISOString(),
});
