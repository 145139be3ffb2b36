// Every closed set of names of test runs. Browsers load this file, so it stands without zod.
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
/** Who has failed. Only the agent's failures count against the agent. */
export const faultSides = ["agent", "simulator", "provider"] as const;
/** Faults of a simulated customer that rules look for in what was said. */
export const customerFaultKinds = ["role_break", "repetition", "goal_drift", "early_stop"] as const;
/** Who has looked for a fault. */
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
  // Ours.
  "stalled",
] as const;
/** Why a conversation has ended. */
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
/** What there is to tell of a call's course. */
export const logCategories = ["call", "customer", "agent", "tool", "fault", "check", "evaluation", "rerun"] as const;
export const logLevels = ["info", "warning", "error"] as const;
/** What a call says of the agent. An excluded one was spoilt by somebody else; an unscored one was asked nothing that has an answer. */
export const callVerdicts = ["passed", "failed", "excluded", "unscored"] as const;
export const callEvaluationStatuses = ["pending", "completed", "error", "skipped"] as const;
export const turnRoles = ["user", "assistant"] as const;
export const rerunTypes = ["eval_only", "call_and_eval"] as const;
/** Who carries the agent's answers: we ask it, or a client brings them. */
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
export type RerunType = (typeof rerunTypes)[number];

/** Characters of what is said in one turn. */
export const MAX_TURN_CHARACTERS = 200_000;
/** Trials of a row in a run. */
export const MAX_REPEATS = 50;
/** Turns of the agent in a call. */
export const MAX_TURNS = 100;
export const DEFAULT_TURNS = 10;
/** Messages of a conversation by hand. */
export const MOST_TRIED = 100;
