// How an export looks from outside, and how items look as JSON. It is written in pieces, so that any queue fits in memory.
import type { ExportFormat, LabelType } from "@/lib/contracts/shapes";

export interface ExportedAnnotation {
  label_id: string;
  label_name: string;
  label_type: LabelType;
  /** Version of the label under which the value was given. */
  label_version: number;
  value: unknown;
  notes: string;
  annotator_id: string | null;
  annotator_name: string | null;
  annotator_email: string | null;
  score_source: string;
  created_at: string;
  updated_at: string;
  /** How long the annotator has worked on the item; null for a value that did not come from the queue's desk. */
  work_seconds: number | null;
}

/** A value that a reviewer settled, whatever the annotators said. */
export interface ExportedResolution {
  label_id: string;
  label_name: string;
  label_type: LabelType;
  value: unknown;
  notes: string;
  by: string;
  by_name: string;
  by_email: string;
  at: string;
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
  /** Oldest first. */
  annotations: ExportedAnnotation[];
  /** Label name to its annotation, or to a list where there are several. */
  annotation_metrics: Record<string, unknown>;
  /** At most one a label, in the order of the form. */
  resolved: ExportedResolution[];
  evals: Record<string, unknown>;
  source: Record<string, unknown>;
}

export const exportFiles: Record<ExportFormat, { mediaType: string; extension: string }> = {
  json: { mediaType: "application/json", extension: "json" },
  jsonl: { mediaType: "application/jsonl", extension: "jsonl" },
  csv: { mediaType: "text/csv; charset=utf-8", extension: "csv" },
};

interface JsonFormat {
  start: string;
  /** Between two items. */
  separator: string;
  /** After each item. */
  terminator: string;
  end: string;
}

export const jsonFormats: Record<Exclude<ExportFormat, "csv">, JsonFormat> = {
  json: { start: '{"status":true,"result":[', separator: ",", terminator: "", end: "]}" },
  jsonl: { start: "", separator: "", terminator: "\n", end: "" },
};
