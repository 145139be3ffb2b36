// All enums. Browsers load this file, so it does not import zod.
export const labelTypes = [
  "text",
  "numeric",
  "categorical",
  "star",
  "thumbs_up_down",
  "preference",
  "text_spans",
] as const;
/** What lists can be sorted by; with a minus in front, from the greatest. */
export const queueOrders = ["name", "status", "progress", "labels", "members", "due_date", "created_at"] as const;
export const labelOrders = ["name", "type", "queues", "scores", "created_at"] as const;
export const datasetOrders = ["name", "rows", "columns", "created_at"] as const;
export type Ordering<Name extends string> = Name | `-${Name}`;
export type QueueOrdering = Ordering<(typeof queueOrders)[number]>;
export type LabelOrdering = Ordering<(typeof labelOrders)[number]>;
export type DatasetOrdering = Ordering<(typeof datasetOrders)[number]>;

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
/**
 * `gold` has known answers and is assigned only as copies; `gold_copy` and `repeat` are copies made for one annotator.
 */
export const itemPurposes = ["work", "gold", "gold_copy", "repeat"] as const;
export const scoreSources = ["human", "api", "auto", "imported", "feedback"] as const;
export const queueRoles = ["manager", "reviewer", "annotator"] as const;
/** What an API key may be limited to. Every operation needs one of them: lib/contracts/key-scope.ts. */
export const keyScopes = ["read", "write", "ingest", "gateway", "admin"] as const;
export const organizationRoles = ["Owner", "Admin", "Member", "Viewer"] as const;
/** Roles of people who join with their company. */
export const companyRoles = ["Admin", "Member", "Viewer"] as const;
export const exportFormats = ["json", "csv", "jsonl"] as const;
export const exportStatuses = ["queued", "running", "completed", "failed", "expired"] as const;
/** Cells of images and audio are addresses. */
export const columnTypes = [
  "text",
  "integer",
  "float",
  "boolean",
  "array",
  "json",
  "datetime",
  "image",
  "audio",
  "persona",
] as const;
/** What a dataset is for, in the words of published clients. */
export const modelTypes = ["GenerativeLLM", "GenerativeImage"] as const;
export const datasetSources = ["dataset", "scenario"] as const;
/** The source of a column's values: people and files, or a run. */
export const columnOrigins = ["OTHERS", "evaluation", "evaluation_reason", "run_prompt"] as const;
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

export type KeyScope = (typeof keyScopes)[number];
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
export type AssignmentStrategy = (typeof assignmentStrategies)[number];
export type OrganizationRole = (typeof organizationRoles)[number];
export type ExportFormat = (typeof exportFormats)[number];
export type ColumnType = (typeof columnTypes)[number];
export type ObservationType = (typeof observationTypes)[number];
export type SpanStatus = (typeof spanStatuses)[number];
/** The result of the gateway's cache for a request. */
export const cacheOutcomes = ["hit", "miss", "skip"] as const;

/** The attribute of a span that names the price of its cost, if the application sent none. */
export const COST_SOURCE = "assay.cost.source";

/** How masking makes a value unreadable: by its kind, by asterisks, or by a hash that is the same for equal values. */
export const maskingTreatments = ["redact", "mask", "hash"] as const;
export const maskingTypes = ["secret-detection", "pii-detection", "keyword-blocklist", "patterns"] as const;
export const feedbackTargets = ["trace", "span", "session"] as const;

/** What splits the requests of a project. */
export const activitySplits = ["model", "name", "user"] as const;
export type ActivitySplit = (typeof activitySplits)[number];
/** What a person is notified of. */
export const notificationKinds = [
  "mention",
  "changes_requested",
  "items_assigned",
  "queue_completed",
  "export_ready",
  "webhook_disabled",
  "alert_opened",
  "alert_recovered",
  "budget_reached",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The events that a webhook can choose. */
export const webhookEvents = [
  "comment.mentioned",
  "item.changes_requested",
  "items.assigned",
  "queue.completed",
  "export.ready",
  "audit.recorded",
  "alert.opened",
  "alert.recovered",
  "budget.reached",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export const webhookFormats = ["standard", "slack"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];
export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;

// What a person can choose the key of at the desks, in the order of the list.
/** At both desks. */
export const sharedActions = ["undo", "instructions", "filter", "previous", "next"] as const;
/** Only while annotating. */
export const annotatingActions = ["skip", "flag", "difference", "suggestion"] as const;
/** Only while reviewing. */
export const reviewingActions = ["approve", "request_changes", "comment", "settle"] as const;
export const deskActions = [...sharedActions, ...annotatingActions, ...reviewingActions] as const;
export type DeskAction = (typeof deskActions)[number];

/** The parts of an installation, and the states in which each may be. */
export const statusParts = ["platform", "gateway", "jobs", "database", "redis"] as const;
export type StatusPart = (typeof statusParts)[number];
export const partStates = ["working", "degraded", "down"] as const;
export type PartState = (typeof partStates)[number];

/** Who acted in the administration: a person in a browser, an API key, or the operator. */
export const auditActors = ["person", "key", "operator"] as const;
export type AuditActor = (typeof auditActors)[number];
/** What an entry of the audit log is about. */
export const auditTargets = [
  "organization",
  "member",
  "sign_in",
  "invitation",
  "company_sign_in",
  "api_key",
  "webhook",
  "project",
  "feedback_key",
  "gateway_key",
  "gateway_config",
  "audit_log",
  "alert",
  "export",
  "trace",
  "session",
  "dataset",
  "queue",
  "label",
  "evaluation",
  "prompt",
  "simulation",
] as const;
export type AuditTarget = (typeof auditTargets)[number];

/** Kinds of data that are kept for days. The first four are for an organization to set. */
export const retainedKinds = [
  "traces",
  "gateway_log",
  "evaluation_logs",
  "audit_log",
  "exports",
  "notifications",
  "webhook_deliveries",
] as const;
export type RetainedKind = (typeof retainedKinds)[number];

/** What is deleted in the background. */
export const erasureKinds = ["organization", "project"] as const;
export type ErasureKind = (typeof erasureKinds)[number];
