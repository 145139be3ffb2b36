// Every closed set of names of scenarios. Browsers load this file, so it stands without zod.
export const scenarioKinds = ["dataset", "script", "graph"] as const;
export const scenarioSources = ["agent_definition", "prompt"] as const;
/** `PartialCompleted`: some rows could not be written, and say why. */
export const scenarioStatuses = ["Processing", "Completed", "PartialCompleted", "Failed"] as const;
export const graphSources = ["user_provided", "generated", "script", "edited"] as const;
export const generationKinds = ["create", "rows", "columns"] as const;
export const generationStatuses = ["running", "completed", "failed"] as const;
export const rowStatuses = ["pending", "done", "failed"] as const;
/** What a custom column may hold. Media and others are kept as text, e.g. a link. */
export const scenarioColumnTypes = [
  "text",
  "boolean",
  "integer",
  "float",
  "json",
  "array",
  "image",
  "images",
  "datetime",
  "audio",
  "document",
  "others",
  "persona",
] as const;
/** Columns that have a meaning of their own in a scenario; docs/simulate/scenarios.md tells it. */
export const writtenColumns = ["persona", "situation", "outcome", "conversation_branch", "branch_category"] as const;
/** Names the writer that needs no model. */
export const DETERMINISTIC = "deterministic";

/** What a row may be made of. */
export const scenarioRowSources = ["trace", "trace_session", "call_execution"] as const;

export type ScenarioRowSource = (typeof scenarioRowSources)[number];
export type ScenarioStatus = (typeof scenarioStatuses)[number];
export type ScenarioColumnType = (typeof scenarioColumnTypes)[number];
