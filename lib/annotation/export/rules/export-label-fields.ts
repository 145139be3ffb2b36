// What an export to a dataset can write about a label: each annotation, all of them in one cell, and the settled value.
import type { ExportField } from "@/lib/contracts/annotation/dataset-export";
import type { ExportedAnnotation, ExportedItem, ExportedResolution } from "@/lib/contracts/annotation/exported";
import type { ColumnType, LabelType } from "@/lib/contracts/shapes";

export interface Field extends ExportField {
  /** The cell, before it becomes text. */
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
  preference: "text",
  text_spans: "json",
};

interface Detail {
  id: string;
  words: string;
  /** Null for the label itself. */
  type: ColumnType | null;
  read: (annotation: ExportedAnnotation) => unknown;
  isOptional?: boolean;
}

const details: Detail[] = [
  { id: "value", words: "score", type: null, read: ({ value }) => value },
  { id: "annotator_name", words: "annotator name", type: "text", read: (annotation) => annotation.annotator_name },
  { id: "annotator_email", words: "annotator email", type: "text", read: (annotation) => annotation.annotator_email },
  { id: "annotator_id", words: "annotator ID", type: "text", read: (annotation) => annotation.annotator_id },
  // A missing note is null, not an empty text.
  { id: "notes", words: "notes", type: "text", read: ({ notes }) => notes || null },
  { id: "score_source", words: "score source", type: "text", read: (annotation) => annotation.score_source },
  { id: "created_at", words: "annotated at", type: "datetime", read: (annotation) => annotation.created_at },
  { id: "updated_at", words: "updated at", type: "datetime", read: (annotation) => annotation.updated_at },
  { id: "annotation", words: "annotation record", type: "json", read: (annotation) => annotation },
  {
    id: "label_version",
    words: "label version",
    type: "integer",
    read: (annotation) => annotation.label_version,
    isOptional: true,
  },
  {
    id: "work_seconds",
    words: "work seconds",
    type: "float",
    read: (annotation) => annotation.work_seconds,
    isOptional: true,
  },
];

/** How the names of a slot's columns end. */
export const slotWords = details.map(({ words }) => words);

const under = (label: FieldLabel, item: ExportedItem): ExportedAnnotation[] =>
  item.annotations.filter((annotation) => annotation.label_id === label.id);

export const slotFields = (label: FieldLabel, slot: number): Field[] =>
  details.map(({ id, words, type, read, isOptional = false }) => ({
    id: `label:${label.id}:slot:${slot}:${id}`,
    label: `${label.name}: annotation ${slot}, ${words}`,
    column: `${label.name} annotation ${slot} ${words}`,
    data_type: type ?? valueTypes[label.type],
    group: "annotations",
    default: !isOptional,
    kind: label.type,
    label_id: label.id,
    slot,
    read(item) {
      const annotation = under(label, item)[slot - 1];
      return annotation && read(annotation);
    },
  }));

/** One cell for all annotations of a label: a single value, or a list of several. */
export const labelFields = (label: FieldLabel, slots: number): Field[] =>
  details.map(({ id, words, type, read }) => ({
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

type ResolvedRow = [id: keyof ExportedResolution, words: string, type: ColumnType | null];

const resolvedRows: ResolvedRow[] = [
  ["value", "resolved score", null],
  ["notes", "resolved notes", "text"],
  ["by", "resolved by ID", "text"],
  ["by_name", "resolved by name", "text"],
  ["by_email", "resolved by email", "text"],
  ["at", "resolved at", "datetime"],
];

/** The settled value of a label. */
export const resolvedFields = (label: FieldLabel): Field[] =>
  resolvedRows.map(([id, words, type]) => ({
    id: `label:${label.id}:resolved:${id}`,
    label: `${label.name}: ${words}`,
    column: `${label.name} ${words}`,
    data_type: type ?? valueTypes[label.type],
    group: "annotations",
    default: false,
    kind: label.type,
    label_id: label.id,
    read(item) {
      const value = item.resolved.find((resolution) => resolution.label_id === label.id)?.[id];
      return id === "notes" ? value || null : value;
    },
  }));
