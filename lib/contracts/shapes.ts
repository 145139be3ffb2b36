// Atoms that several contracts share, and every closed set of names. `db/schema` may import this one file.
import { z } from "zod";

export const labelTypes = ["text", "numeric", "categorical", "star", "thumbs_up_down"] as const;
export const queueStatuses = ["draft", "active", "paused", "completed"] as const;
export const itemStatuses = ["pending", "in_progress", "completed", "skipped"] as const;
export const reviewStatuses = ["pending_review", "approved", "rejected"] as const;
export const reviewActions = ["approve", "request_changes", "reject", "comment"] as const;
export const threadActions = ["approve", "request_changes", "comment"] as const;
export const threadStatuses = ["open", "addressed", "resolved", "reopened"] as const;
export const commentActions = [...threadActions, "resolve", "reopen"] as const;
export const workflowStatuses = [
  "pending",
  "in_progress",
  "in_review",
  "needs_changes",
  "resubmitted",
  "completed",
  "skipped",
] as const;
export const assignmentStrategies = ["manual", "round_robin", "load_balanced"] as const;
export const sourceTypes = [
  "dataset_row",
  "trace",
  "observation_span",
  "prototype_run",
  "call_execution",
  "trace_session",
] as const;
/** `gold` has known answers and is handed out as copies only; `gold_copy` and `repeat` are copies made for one annotator. */
export const itemPurposes = ["work", "gold", "gold_copy", "repeat"] as const;
export const scoreSources = ["human", "api", "auto", "imported"] as const;
export const queueRoles = ["manager", "reviewer", "annotator"] as const;
export const organizationRoles = ["Owner", "Admin", "Member", "Viewer"] as const;
export const exportFormats = ["json", "csv", "jsonl"] as const;
export const exportStatuses = ["queued", "running", "completed", "failed"] as const;
export const columnTypes = ["text", "integer", "float", "boolean", "array", "json", "datetime"] as const;
export const observationTypes = [
  "llm",
  "embedding",
  "retriever",
  "reranker",
  "tool",
  "agent",
  "chain",
  "guardrail",
  "evaluator",
  "unknown",
] as const;
export const spanStatuses = ["UNSET", "OK", "ERROR"] as const;
export const prototypeRunStatuses = ["pending", "running", "completed", "failed"] as const;

export type LabelType = (typeof labelTypes)[number];
export type QueueStatus = (typeof queueStatuses)[number];
export type ItemStatus = (typeof itemStatuses)[number];
export type ItemPurpose = (typeof itemPurposes)[number];
export type ReviewStatus = (typeof reviewStatuses)[number];
export type ReviewAction = (typeof reviewActions)[number];
export type ThreadAction = (typeof threadActions)[number];
export type ThreadStatus = (typeof threadStatuses)[number];
export type CommentAction = (typeof commentActions)[number];
export type WorkflowStatus = (typeof workflowStatuses)[number];
export type SourceType = (typeof sourceTypes)[number];
export type ScoreSource = (typeof scoreSources)[number];
export type QueueRole = (typeof queueRoles)[number];
export type OrganizationRole = (typeof organizationRoles)[number];
export type ExportFormat = (typeof exportFormats)[number];
export type ColumnType = (typeof columnTypes)[number];
export type ObservationType = (typeof observationTypes)[number];
export type SpanStatus = (typeof spanStatuses)[number];

/** Lenient about version bits, as the documented examples are. */
export const id = z.guid("Must be a UUID.");
/** What a source goes by in queues and scores. */
export const sourceId = z.string().min(1).max(255).meta({
  description: "Id of the source; traces and spans also by OpenTelemetry's ids of 32 and 16 hexadecimal digits",
});
/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime({ offset: true });
export const name = z.string().trim().min(1, "May not be blank.").max(255, "At most 255 characters.");
export const longText = z.string().max(100_000, "At most 100000 characters.");
export const json: z.ZodType<unknown> = z.unknown();
export const jsonObject = z.record(z.string(), z.unknown());

export const queueParams = z.object({ queue_id: id });
export const itemParams = z.object({ queue_id: id, item_id: id });

/** Page of a list: 1-based `page`, `limit` rows; `page_size` is another name for `limit`, which wins. */
export const pageQuery = {
  page: z.int().min(1).max(1_000_000).default(1).meta({ description: "1-based page" }),
  limit: z.int().min(1).max(1000).optional().meta({ description: "Rows a page, 10 unless told" }),
  page_size: z.int().min(1).max(1000).optional().meta({ description: "Another name for limit" }),
};

/** What a list verb returns; `respond` adds the links and totals of the wire. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({ count: z.int(), page: z.int(), limit: z.int(), results: z.array(row) });

export const deleted = z.object({ deleted: z.literal(true) });
