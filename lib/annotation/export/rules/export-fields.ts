// What an export to a dataset can write about an item, and to which column.

import { valueAt } from "@/lib/annotation/sources/rules/value-at";
import { cut } from "@/lib/bounds/excerpt";
import type { ExportedItem } from "@/lib/contracts/annotation/exported";
import type { ColumnType } from "@/lib/contracts/shapes";
import { type Field, type FieldLabel, labelFields, resolvedFields, slotFields } from "./export-label-fields";

export type { Field, FieldLabel } from "./export-label-fields";

type Row = [id: string, label: string, type: ColumnType, read: Field["read"], column?: string];

const item: Row[] = [
  ["source_type", "Source type", "text", (item) => item.source_type],
  ["source_id", "Source id", "text", (item) => item.source_id],
  ["source_name", "Source name", "text", (item) => item.source.name],
  ["source_status", "Source status", "text", (item) => item.source.status],
  ["project_id", "Project id", "text", (item) => item.source.project_id],
  ["item_status", "Item status", "text", (item) => item.status],
  ["item_order", "Item order", "integer", (item) => item.order],
];

const review: Row[] = [
  ["queue_requires_review", "Requires review", "boolean", ({ review }) => review.requires_review, "requires_review"],
  ["review_status", "Review status", "text", ({ review }) => review.status],
  ["reviewed_by_name", "Reviewer name", "text", ({ review }) => review.reviewed_by_name, "reviewer_name"],
  ["reviewed_by_email", "Reviewer email", "text", ({ review }) => review.reviewed_by_email, "reviewer_email"],
  ["reviewed_by_id", "Reviewer id", "text", ({ review }) => review.reviewed_by_id, "reviewer_id"],
  ["reviewed_at", "Reviewed at", "datetime", ({ review }) => review.reviewed_at],
  ["review_notes", "Review notes", "text", ({ review }) => review.notes || null],
];

const inSource = (id: string, label: string, type: ColumnType = "text"): Row => [
  id,
  label,
  type,
  (item) => item.source[id],
];

const source: Row[] = [
  ["input", "Input", "text", ({ source }) => source.input ?? inRow(source, "input") ?? source.fields],
  ["output", "Output", "text", ({ source }) => source.output ?? inRow(source, "output")],
  inSource("latency_ms", "Latency (ms)", "float"),
  inSource("response_time_ms", "Response time (ms)", "float"),
  inSource("duration_seconds", "Duration (s)", "float"),
];

const annotations: Row[] = [
  ["eval_metrics", "Evaluation metrics", "json", ({ evals }) => (Object.keys(evals).length > 0 ? evals : null)],
  ["annotation_metrics", "Annotations by label", "json", ({ annotation_metrics }) => annotation_metrics],
  ["item_notes", "Item notes", "text", ({ item_notes }) => item_notes || null],
];

const settled: Row[] = [
  ["resolved", "Settled values", "json", ({ resolved }) => (resolved.length > 0 ? resolved : null)],
];

const optional: Row[] = [
  inSource("trace_id", "Trace id"),
  inSource("span_id", "Span id"),
  inSource("call_id", "Call id"),
  inSource("session_id", "Session id"),
  inSource("project_source", "Project"),
  inSource("observation_type", "Observation type"),
  inSource("model", "Model"),
  inSource("provider", "Provider"),
  inSource("cost", "Cost", "float"),
  inSource("tokens", "Tokens", "float"),
  inSource("prompt_tokens", "Prompt tokens", "float"),
  inSource("completion_tokens", "Completion tokens", "float"),
  inSource("start_time", "Start time", "datetime"),
  inSource("end_time", "End time", "datetime"),
  inSource("metadata", "Metadata", "json"),
];

/** The cell of a dataset's row under a column of that name, ignoring case. */
function inRow(source: ExportedItem["source"], name: string): unknown {
  const cells = Object.entries(source.fields ?? {});
  return cells.find(([column]) => column.toLowerCase() === name)?.[1];
}

const fieldsOf = (rows: readonly Row[], group: Field["group"], isDefault: boolean): Field[] =>
  rows.map(([id, label, data_type, read, column = id]) => ({
    id,
    label,
    column,
    data_type,
    group,
    default: isDefault,
    read,
  }));

export const attributeField = (path: string): Field => ({
  id: `attr:${path}`,
  label: path,
  column: cut(path, 255),
  data_type: "text",
  group: "attributes",
  default: false,
  path,
  read: (item) => valueAt(item.source, path) ?? valueAt(item.source.attributes, path),
});

/**
 * Every field of a queue, each with its own column. `slots` is how many annotations a label has on one item. If there
 * are more default fields than `room`, only the scores of the slots stay default.
 */
export function exportFields(labels: readonly FieldLabel[], slots: number, room: number): Field[] {
  const numbers = Array.from({ length: slots }, (_, index) => index + 1);
  const slotted = [
    ...fieldsOf(item, "item", true),
    ...fieldsOf(review, "review", true),
    ...fieldsOf(source, "source", true),
    ...fieldsOf(annotations, "annotations", true),
    ...labels.flatMap((label) => numbers.flatMap((slot) => slotFields(label, slot))),
  ];
  const fit = slotted.filter((field) => field.default).length <= room;
  return withOwnColumns([
    ...slotted.map((field) => ({
      ...field,
      default: field.default && (fit || !field.slot || field.id.endsWith(":value")),
    })),
    ...fieldsOf(optional, "source", false),
    ...fieldsOf(settled, "annotations", false),
    ...labels.flatMap((label) => [...labelFields(label, slots), ...resolvedFields(label)]),
  ]);
}

/** Two labels can have the same name. A later column whose name is taken gets a number. */
export function withOwnColumns(fields: readonly Field[]): Field[] {
  const taken = new Set<string>();
  return fields.map((field) => {
    let column = field.column;
    for (let number = 2; taken.has(column.toLowerCase()); number++) column = `${field.column} (${number})`;
    taken.add(column.toLowerCase());
    return { ...field, column };
  });
}
