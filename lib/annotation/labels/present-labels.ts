import type { LabelRow } from "@/lib/annotation/scope/loaders";
import type { Label, ListedLabel } from "@/lib/contracts/annotation/labels";
import type { BoundLabel } from "@/lib/contracts/annotation/queues/shapes";
import type { LabelType } from "@/lib/contracts/shapes";

export const presentLabel = (row: LabelRow): Label => ({
  id: row.id,
  name: row.name,
  type: row.type,
  organization: row.organizationId,
  settings: row.settings,
  project: row.projectId,
  description: row.description,
  allow_notes: row.allowNotes,
  archived: row.deletedAt !== null,
  version: row.version,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** A label as a queue's form shows it: the id is the label's own. */
export const presentBoundLabel = (label: LabelRow, binding: { required: boolean; order: number }): BoundLabel => ({
  id: label.id,
  name: label.name,
  type: label.type,
  settings: label.settings,
  description: label.description,
  allow_notes: label.allowNotes,
  required: binding.required,
  order: binding.order,
});

const outputTypes: Record<LabelType, ListedLabel["output_type"]> = {
  categorical: "choices",
  preference: "choices",
  text_spans: "text",
  text: "text",
  thumbs_up_down: "Pass/Fail",
  numeric: "score",
  star: "score",
};

export const presentListedLabel = (row: LabelRow): ListedLabel => ({
  ...presentLabel(row),
  output_type: outputTypes[row.type],
});
