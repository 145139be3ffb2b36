// Datasets, labels and queues that a story finds in place, made through the API.
import * as items from "@/lib/contracts/annotation/items";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { createQueue, updateQueueStatus } from "@/lib/contracts/annotation/queues";
import { createDatasetFromFile } from "@/lib/contracts/datasets/datasets";
import { listRowIds } from "@/lib/contracts/datasets/table";
import type { LabelType } from "@/lib/contracts/shapes";
import { type Api, unique } from "./fixtures";

export interface LabelScene {
  type: LabelType;
  name: string;
  settings?: Record<string, unknown>;
}

/** One row a question; rows are numbered from 1 as on the screens. */
export async function datasetOf(api: Api, rows: number): Promise<{ id: string; name: string }> {
  const name = unique("Conversations");
  const lines = Array.from({ length: rows }, (_, index) => `Question ${index + 1}?,Answer ${index + 1}.`);
  const file = new File([["question,answer", ...lines].join("\n")], "conversations.csv");
  const { dataset_id } = await api(createDatasetFromFile, { file, new_dataset_name: name });
  return { id: dataset_id, name };
}

export interface QueueScene {
  id: string;
  name: string;
  datasetId: string;
  datasetName: string;
  /** In the order of the rows. */
  itemIds: string[];
}

interface Wanted {
  rows: number;
  labels?: readonly LabelScene[];
  /** Besides the owner. */
  annotators?: readonly string[];
}

/** An active queue of the rows of a new dataset. */
export async function queueOf(api: Api, { rows, labels, annotators = [] }: Wanted): Promise<QueueScene> {
  const dataset = await datasetOf(api, rows);
  const name = unique("Queue");
  const label_ids: string[] = [];
  for (const { settings = {}, ...label } of labels ?? [{ type: "thumbs_up_down", name: unique("Helpful") }]) {
    label_ids.push((await api(createLabel, { ...label, settings })).id);
  }
  const { id } = await api(createQueue, { name, label_ids, auto_assign: true, annotator_ids: [...annotators] });
  const rowIds = await api(listRowIds, { dataset_id: dataset.id, limit: 10_000 });
  const references = rowIds.results.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
  await api(items.addItems, { queue_id: id, items: references });
  await api(updateQueueStatus, { queue_id: id, status: "active" });
  const listed = await api(items.listItems, { queue_id: id, ordering: "order", limit: 100 });
  const itemIds = listed.results.map((item) => item.id);
  return { id, name, datasetId: dataset.id, datasetName: dataset.name, itemIds };
}
