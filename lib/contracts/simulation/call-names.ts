// All enums of test runs. Browsers load this file, so it does not import zod.
export const executionStatuses = [
  "pending",
  "running",
  "evaluating",
  "completed",
  "failed",
  "cancelling",
  "cancelled",
] as const;
export const callStatuses = ["pending", "queued", "ongoing", "analyzing", "completed", "failed", "cancelled"] as const;
/** Fault sources. Only the agent's faults count against the agent. */
export const faultSides = ["agent", "simulator", "provider"] as const;
/** Faults of the simulated customer that rules look for in the conversation. */
export const customerFaultKinds = ["role_break", "repetition", "goal_drift", "early_stop"] as const;
/** What checked for a fault. */
export const deciders = ["rule", "judge", "nobody"] as const;
export const faultKinds = [
  // The agent's.
  "no_answer",
  "connection_closed",
  "http_error",
  "empty_answer",
  "answer_too_large",
  "not_json",
  "wrong_schema",
  "agent_role_break",
  "agent_repetition",
  "expected_tool_call",
  "expected_state",
  // The simulator's.
  "role_break",
  "early_stop",
  "repetition",
  "goal_drift",
  "empty_turn",
  // The provider's.
  "rate_limited",
  "rate_limit_as_answer",
  "timeout",
  "refusal",
  "unavailable",
  "not_configured",
  "budget",
  // The server's own.
  "stalled",
] as const;
/** Why a conversation ended. */
export const endCauses = [
  "customer_ended",
  "agent_ended",
  "script_ended",
  "max_turns",
  "max_duration",
  "agent_fault",
  "simulator_fault",
  "provider_fault",
  "cancelled",
  "stalled",
  "ceiling",
  "client",
] as const;
/** Categories of a call's events. */
export const logCategories = ["call", "customer", "agent", "tool", "fault", "check", "evaluation", "rerun"] as const;
export const logLevels = ["info", "warning", "error"] as const;
/**
 * Verdicts of a call. Excluded: the simulator or a provider failed. Unscored: an evaluation failed, or nothing was
 * checked.
 */
export const callVerdicts = ["passed", "failed", "excluded", "unscored"] as const;
export const callEvaluationStatuses = ["pending", "completed", "error", "skipped"] as const;
/** What a comparison of two executions compares beside verdicts and evaluations. */
export const comparedFigures = ["avg_latency_ms", "turn_count", "total_tokens", "cost_usd"] as const;
export const turnRoles = ["user", "assistant"] as const;
export const rerunTypes = ["eval_only", "call_and_eval"] as const;
/** What drives the agent: the server calls it, or a client sends its answers. */
export const drivers = ["server", "client"] as const;

export type LogCategory = (typeof logCategories)[number];
export type LogLevel = (typeof logLevels)[number];
export type ExecutionStatus = (typeof executionStatuses)[number];
export type CallStatus = (typeof callStatuses)[number];
export type FaultSide = (typeof faultSides)[number];
export type FaultKind = (typeof faultKinds)[number];
export type CustomerFaultKind = (typeof customerFaultKinds)[number];
export type EndCause = (typeof endCauses)[number];
export type CallVerdict = (typeof callVerdicts)[number];
export type CallEvaluationStatus = (typeof callEvaluationStatuses)[number];
export type TurnRole = (typeof turnRoles)[number];
export type ComparedFigure = (typeof comparedFigures)[number];
export type RerunType = (typeof rerunTypes)[number];

/** The simulator that needs no model. */
export const SCRIPTED = "scripted";
/** Most characters in one turn. */
export const MAX_TURN_CHARACTERS = 200_000;
/** Trials of a row in a run. */
export const MAX_REPEATS = 50;
/** Turns of the agent in a call. */
export const MAX_TURNS = 100;
export const DEFAULT_TURNS = 10;
/** The most messages of a conversation that a user tries by hand. */
export const MOST_TRIED = 100;
