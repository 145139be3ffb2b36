// Datasets, labels and queues that a story finds in place, made through the API.
import * as annotating from "@/lib/contracts/annotation/annotating";
import * as items from "@/lib/contracts/annotation/items";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { updateQueueStatus } from "@/lib/contracts/annotation/queues/lifecycle";
import { createQueue } from "@/lib/contracts/annotation/queues/queues";
import { createDatasetFromFile } from "@/lib/contracts/datasets/datasets";
import { listRowIds } from "@/lib/contracts/datasets/table";
import { addUserEval } from "@/lib/contracts/evaluation/dataset-evals";
import { getEvalRun } from "@/lib/contracts/evaluation/runs";
import type { LabelType } from "@/lib/contracts/shapes";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { type Api, expect, unique } from "./fixtures";

export interface LabelScene {
  type: LabelType;
  name: string;
  settings?: Record<string, unknown>;
}

/** Settings of types that do not work without. The outputs are no columns, so the rows look as they do otherwise. */
const needed: Partial<Record<LabelType, Record<string, unknown>>> = {
  text_spans: { field: "No such column", categories: [{ label: "Wrong" }], allow_overlap: false },
  preference: { first: "First answer", second: "Second answer", allow_tie: true, allow_both_bad: true },
};

/** One row a question; rows are numbered from 1 as on the screens. */
export async function datasetOf(api: Api, rows: number, answers = "answer"): Promise<{ id: string; name: string }> {
  const name = unique("Conversations");
  const cells = (of: number) => answers.split(",").map((column) => `${column.replace("answer", "Answer")} ${of}.`);
  const lines = Array.from({ length: rows }, (_, index) => [`Question ${index + 1}?`, ...cells(index + 1)].join(","));
  const file = new File([[`question,${answers}`, ...lines].join("\n")], "conversations.csv");
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
  /** In the order of the form. */
  labelIds: string[];
}

interface SceneOptions {
  rows: number;
  labels?: readonly LabelScene[];
  /** Besides the owner. */
  annotators?: readonly string[];
  annotationsRequired?: number;
  requiresReview?: boolean;
  /** Names of the columns beside the question, joined by commas. */
  answers?: string;
}

/** Items that one request adds. */
const MOST_ADDED = 10_000;

/** An active queue of the rows of a new dataset. */
export async function queueOf(api: Api, options: SceneOptions): Promise<QueueScene> {
  const { rows, labels, annotators = [], annotationsRequired = 1, requiresReview = false } = options;
  const dataset = await datasetOf(api, rows, options.answers);
  const name = unique("Queue");
  const label_ids: string[] = [];
  for (const { settings = {}, ...label } of labels ?? [{ type: "thumbs_up_down", name: unique("Helpful") }]) {
    const filled = Object.keys(settings).length > 0 ? settings : (needed[label.type] ?? {});
    label_ids.push((await api(createLabel, { ...label, settings: filled })).id);
  }
  const { id } = await api(createQueue, {
    name,
    label_ids,
    auto_assign: true,
    annotator_ids: [...annotators],
    annotations_required: annotationsRequired,
    requires_review: requiresReview,
  });
  for (let page = 1; (page - 1) * MOST_ADDED < rows; page++) {
    const rowIds = await api(listRowIds, { dataset_id: dataset.id, page, limit: MOST_ADDED });
    const references = rowIds.results.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
    await api(items.addItems, { queue_id: id, items: references });
  }
  await api(updateQueueStatus, { queue_id: id, status: "active" });
  const listed = await api(items.listItems, { queue_id: id, ordering: "order", limit: 100 });
  const itemIds = listed.results.map((item) => item.id);
  return { id, name, datasetId: dataset.id, datasetName: dataset.name, itemIds, labelIds: label_ids };
}

/** A queue that asks for one of so many options: "Option 1" and so on. */
export function choiceQueueOf(api: Api, { rows, options: count }: { rows: number; options: number }) {
  const options = Array.from({ length: count }, (_, index) => ({ label: `Option ${index + 1}` }));
  const settings = { options, multi_choice: false, rule_prompt: "", auto_annotate: false, strategy: null };
  return queueOf(api, { rows, labels: [{ type: "categorical", name: unique("Topic"), settings }] });
}

/** Submits and completes an item as the person to whom `api` belongs. */
export async function answer(api: Api, { queue_id, item_id, values }: AnnotationOptions): Promise<void> {
  const annotations = Object.entries(values).map(([label_id, value]) => ({ label_id, value }));
  await api(annotating.submitAnnotations, { queue_id, item_id, annotations });
  await api(annotating.completeItem, { queue_id, item_id });
}

interface AnnotationOptions {
  queue_id: string;
  item_id: string;
  /** By label. */
  values: Record<string, unknown>;
}

/** A run over all rows that passes those whose answer contains `keyword`: a function, so that it ends at once. */
export async function runOver(api: Api, dataset_id: string, keyword: string): Promise<string> {
  const template_id = idOfName("contains");
  const config = { mapping: { text: "answer" }, params: { keyword }, reason_column: false };
  const { run_id } = await api(addUserEval, { dataset_id, name: unique("Contains"), template_id, config, run: true });
  await expect
    .poll(async () => (await api(getEvalRun, { run_id: run_id ?? "" })).status, { timeout: 60_000 })
    .toBe("completed");
  return run_id ?? "";
}
