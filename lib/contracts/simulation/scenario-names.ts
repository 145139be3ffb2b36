// All enums of scenarios. Browsers load this file, so it does not import zod.
export const scenarioKinds = ["dataset", "script", "graph"] as const;
export const scenarioSources = ["agent_definition", "prompt"] as const;
/** `PartialCompleted`: some rows could not be written; each has a reason. */
export const scenarioStatuses = ["Processing", "Completed", "PartialCompleted", "Failed"] as const;
export const graphSources = ["user_provided", "generated", "script", "edited"] as const;
export const generationKinds = ["create", "rows", "columns"] as const;
export const generationStatuses = ["running", "completed", "failed"] as const;
export const rowStatuses = ["pending", "done", "failed"] as const;
/** Types of a custom column. Media and others are stored as text, for example a link. */
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
/** Columns with a special meaning in a scenario, explained in docs/simulate/scenarios.md. */
export const writtenColumns = ["persona", "situation", "outcome", "conversation_branch", "branch_category"] as const;
/** The name of the writer that needs no model. */
export const DETERMINISTIC = "deterministic";

/** Possible sources of a row. */
export const scenarioRowSources = ["trace", "trace_session", "call_execution"] as const;

export type ScenarioRowSource = (typeof scenarioRowSources)[number];
export type ScenarioStatus = (typeof scenarioStatuses)[number];
export type ScenarioColumnType = (typeof scenarioColumnTypes)[number];
