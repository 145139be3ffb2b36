// All enums of evaluation. Browsers load this file, so it does not import zod.
export const evalOutputs = ["Pass/Fail", "score", "numeric", "choices", "reason"] as const;
export const evalTypes = ["agent", "llm", "code"] as const;
export const templateTypes = ["single", "composite"] as const;
export const outputTypes = ["pass_fail", "percentage", "deterministic"] as const;
export const aggregations = ["weighted_avg", "avg", "min", "max", "pass_rate"] as const;
/** Which templates may be parts of a composite: all, those of one output type, or code. */
export const compositeAxes = ["", "pass_fail", "percentage", "choices", "code"] as const;
/** How rows of ground truth become examples: the most similar ones, or the first ones. */
export const exampleModes = ["auto", "manual", "disabled"] as const;
export const usagePeriods = ["30m", "6h", "1d", "7d", "30d", "90d"] as const;
export const modalities = ["text", "image", "audio", "pdf"] as const;
/** How an evaluation ended. An unscored run is never a 0. */
export const outcomes = ["scored", "unscored", "error"] as const;
export const logStatuses = [
  "success",
  "error",
  "processing",
  "not_started",
  "rate_limited",
  "insufficient_credits",
  "resource_limit",
] as const;
export const logSources = [
  "eval_playground",
  "dataset_evaluation",
  "experiment",
  "optimization",
  "tracer",
  "observe",
  "simulate",
  "sdk",
  "standalone",
  "prompt",
  "feedback",
  "composite_eval",
  "composite_eval_adhoc",
  "error_localizer",
] as const;
/** What feedback on a run does besides being stored. */
export const feedbackActions = ["keep", "retune", "recalculate"] as const;
export type FeedbackAction = (typeof feedbackActions)[number];
export const bindingTargets = ["DATASET", "EVAL_TASK", "PROMPT", "SIMULATE", "EXPERIMENT"] as const;
export const bindingStatuses = [
  "NotStarted",
  "Running",
  "Completed",
  "Failed",
  "Inactive",
  "Error",
  "Cancelled",
] as const;

export const taskStatuses = ["active", "paused"] as const;
/** The unit of a task's sampling: all spans of a trace together, or each span by itself. */
export const samplingUnits = ["trace", "span"] as const;
export const backfillStatuses = ["running", "completed", "cancelled", "stopped_at_ceiling", "failed"] as const;

/** Where the outputs of an experiment come from: a prompt, a column of the dataset, or outputs that were sent. */
export const experimentTasks = ["prompt", "agent", "column", "outputs"] as const;
/** What a run runs on each row: evaluations, or a prompt whose answer fills a column. */
export const runKinds = ["evaluation", "prediction"] as const;
/** The same of whole runs. */
export const listedRunKinds = [...runKinds, "experiment"] as const;
/** `stopped` has a reason: a ceiling or spent credits. A retry can continue any run that has ended. */
export const evalRunStatuses = ["pending", "running", "completed", "stopped", "cancelled", "failed"] as const;
/** How a cell ended: an evaluation's outcome, or an answer to a prompt, which has no score. */
export const cellOutcomes = [...outcomes, "answered"] as const;

/** How the evaluation of a span ended; `open` if it has not. */
export const spanVerdicts = ["passed", "failed", "scored", "unscored", "error", "open"] as const;

export type EvalOutput = (typeof evalOutputs)[number];
export type EvalType = (typeof evalTypes)[number];
export type OutputType = (typeof outputTypes)[number];
export type TemplateType = (typeof templateTypes)[number];
export type Aggregation = (typeof aggregations)[number];
export type CompositeAxis = (typeof compositeAxes)[number];
export type UsagePeriod = (typeof usagePeriods)[number];
export type Modality = (typeof modalities)[number];
export type SpanVerdict = (typeof spanVerdicts)[number];
export type Outcome = (typeof outcomes)[number];
export type LogStatus = (typeof logStatuses)[number];
export type LogSource = (typeof logSources)[number];
export type EvalRunStatus = (typeof evalRunStatuses)[number];
export type CellOutcome = (typeof cellOutcomes)[number];
