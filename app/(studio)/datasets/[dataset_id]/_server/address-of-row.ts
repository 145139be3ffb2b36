import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { rowPosition } from "@/lib/datasets/row-position";
import { contextFor } from "@/lib/http/context";

/** Where the dataset's screen shows the row now. Without the row, the screen says so. */
export async function addressOfRow(datasetId: string, rowId: string): Promise<string> {
  const caller = await requireCaller(links.datasetRow(datasetId, rowId));
  const position = await rowPosition(contextFor(caller), { dataset_id: datasetId, row_id: rowId });
  return position === null ? links.datasetWithoutRow(datasetId) : links.datasetAt(datasetId, position);
}
