// What an export to a dataset can write of an item, and under which column.
import type { ExportField } from "@/lib/contracts/annotation/dataset-export";
import type { ColumnType, LabelType } from "@/lib/contracts/shapes";
import type { ExportedAnnotation, ExportedItem } from "./export-format";
import { valueAt } from "./value-at";

export interface Field extends ExportField {
  /** The cell, before it is made text. */
  read(item: ExportedItem): unknown;
}

export interface FieldLabel {
  id: string;
  name: string;
  type: LabelType;
}

const valueTypes: Record<LabelType, ColumnType> = {
  numeric: "float",
  star: "float",
  text: "text",
  thumbs_up_down: "text",
  categorical: "array",
};

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
  ["review_notes", "Review notes", "text", ({ review }) => review.notes],
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
  ["item_notes", "Item notes", "text", ({ item_notes }) => item_notes],
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

/** The cell of a dataset's row under a column of that name, in any case. */
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

type Detail = [id: string, words: string, type: ColumnType | null, read: (annotation: ExportedAnnotation) => unknown];

// A type of null is the label's own.
const details: Detail[] = [
  ["value", "score", null, (annotation) => annotation.value],
  ["annotator_name", "annotator name", "text", (annotation) => annotation.annotator_name],
  ["annotator_email", "annotator email", "text", (annotation) => annotation.annotator_email],
  ["annotator_id", "annotator ID", "text", (annotation) => annotation.annotator_id],
  ["notes", "notes", "text", (annotation) => annotation.notes],
  ["score_source", "score source", "text", (annotation) => annotation.score_source],
  ["created_at", "annotated at", "datetime", (annotation) => annotation.created_at],
  ["updated_at", "updated at", "datetime", (annotation) => annotation.updated_at],
  ["annotation", "annotation record", "json", (annotation) => annotation],
];

const under = (label: FieldLabel, item: ExportedItem): ExportedAnnotation[] =>
  item.annotations.filter((annotation) => annotation.label_id === label.id);

const slotFields = (label: FieldLabel, slot: number): Field[] =>
  details.map(([id, words, type, read]) => ({
    id: `label:${label.id}:slot:${slot}:${id}`,
    label: `${label.name}: annotation ${slot}, ${words}`,
    column: `${label.name} annotation ${slot} ${words}`,
    data_type: type ?? valueTypes[label.type],
    group: "annotations",
    default: true,
    kind: label.type,
    label_id: label.id,
    slot,
    read(item) {
      const annotation = under(label, item)[slot - 1];
      return annotation && read(annotation);
    },
  }));

/** One cell for all annotations of a label: what one says, or a list of what several say. */
const labelFields = (label: FieldLabel, slots: number): Field[] =>
  details.map(([id, words, type, read]) => ({
    id: `label:${label.id}:${id}`,
    label: `${label.name}: ${words}`,
    column: `${label.name} ${words}`,
    data_type: slots === 1 || type === "json" ? (type ?? valueTypes[label.type]) : "text",
    group: "annotations",
    default: false,
    kind: label.type,
    label_id: label.id,
    read(item) {
      const values = under(label, item).map(read);
      return values.length > 1 ? values : values[0];
    },
  }));

export const attributeField = (path: string): Field => ({
  id: `attr:${path}`,
  label: path,
  column: path.slice(0, 255),
  data_type: "text",
  group: "attributes",
  default: false,
  path,
  read: (item) => valueAt(item.source, path) ?? valueAt(item.source.attributes, path),
});

/**
 * Every field of a queue, each with a column of its own; `slots` is how many annotations a label has of one item. When the
 * default ones are more than `room`, only the scores of the slots remain default.
 */
export function exportFields(labels: readonly FieldLabel[], slots: number, room: number): Field[] {
  const numbers = Array.from({ length: slots }, (_, index) => index + 1);
  const defaults = [
    ...fieldsOf(item, "item", true),
    ...fieldsOf(review, "review", true),
    ...fieldsOf(source, "source", true),
    ...fieldsOf(annotations, "annotations", true),
    ...labels.flatMap((label) => numbers.flatMap((slot) => slotFields(label, slot))),
  ];
  const fit = defaults.length <= room;
  return withOwnColumns([
    ...defaults.map((field) => ({ ...field, default: fit || !field.slot || field.id.endsWith(":value") })),
    ...fieldsOf(optional, "source", false),
    ...labels.flatMap((label) => labelFields(label, slots)),
  ]);
}

/** Two labels may have one name: whatever comes later under a taken column gets a number. */
export function withOwnColumns(fields: readonly Field[]): Field[] {
  const taken = new Set<string>();
  return fields.map((field) => {
    let column = field.column;
    for (let number = 2; taken.has(column.toLowerCase()); number++) column = `${field.column} (${number})`;
    taken.add(column.toLowerCase());
    return { ...field, column };
  });
}
