// How exported items look as JSON and as CSV. Both are written in pieces, so that a queue of any size fits in memory.
import type { ExportFormat } from "@/lib/contracts/shapes";
import { csvLine } from "./csv";

export interface ExportedAnnotation {
  label_id: string;
  label_name: string;
  label_version: number;
  value: unknown;
  notes: string;
  annotator_id: string | null;
  annotator_name: string | null;
  annotator_email: string | null;
  score_source: string;
  created_at: string;
  updated_at: string;
}

export interface ExportedItem {
  item_id: string;
  source_type: string;
  source_id: string;
  status: string;
  order: number;
  review: {
    requires_review: boolean;
    status: string | null;
    notes: string | null;
    reviewed_at: string | null;
    reviewed_by_id: string | null;
    reviewed_by_name: string | null;
    reviewed_by_email: string | null;
  };
  item_notes: string;
  annotations: ExportedAnnotation[];
  annotation_metrics: Record<string, unknown>;
  evals: Record<string, unknown>;
  source: Record<string, unknown>;
}

interface Format {
  mediaType: string;
  extension: string;
  start: string;
  /** Items in a row; `first` is the first piece after the start. */
  piece(items: readonly ExportedItem[], first: boolean): string;
  end: string;
}

const columns = [
  "item_id",
  "source_type",
  "status",
  "order",
  "requires_review",
  "review_status",
  "reviewer_name",
  "reviewer_email",
  "reviewer_id",
  "reviewed_at",
  "review_notes",
  "label_id",
  "label_name",
  "value",
  "score_source",
  "notes",
  "annotator_name",
  "created_at",
  "source_id",
  "item_notes",
  "annotator_id",
  "annotator_email",
  "label_version",
  "updated_at",
];

/** One line an annotation; an item without any gives one line with those cells empty. */
function csvLines(item: ExportedItem): string {
  const { review } = item;
  const shared = [
    item.item_id,
    item.source_type,
    item.status,
    item.order,
    review.requires_review,
    review.status,
    review.reviewed_by_name,
    review.reviewed_by_email,
    review.reviewed_by_id,
    review.reviewed_at,
    review.notes,
  ];
  const annotations: (ExportedAnnotation | undefined)[] = item.annotations.length > 0 ? item.annotations : [undefined];
  return annotations
    .map((annotation) =>
      csvLine([
        ...shared,
        annotation?.label_id,
        annotation?.label_name,
        annotation?.value,
        annotation?.score_source,
        annotation?.notes,
        annotation?.annotator_name,
        annotation?.created_at,
        item.source_id,
        item.item_notes,
        annotation?.annotator_id,
        annotation?.annotator_email,
        annotation?.label_version,
        annotation?.updated_at,
      ]),
    )
    .join("");
}

export const formats: Record<ExportFormat, Format> = {
  json: {
    mediaType: "application/json",
    extension: "json",
    start: '{"status":true,"result":[',
    piece: (items, first) =>
      items.map((item, index) => `${first && index === 0 ? "" : ","}${JSON.stringify(item)}`).join(""),
    end: "]}",
  },
  csv: {
    mediaType: "text/csv; charset=utf-8",
    extension: "csv",
    start: csvLine(columns),
    piece: (items) => items.map(csvLines).join(""),
    end: "",
  },
};
