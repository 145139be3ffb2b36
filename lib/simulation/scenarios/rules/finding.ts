// The findings of a check of a scenario's rows.
import type { Graph, GraphProblem } from "./graph";

const checkRules = [
  "graph",
  "no_rows",
  "not_written",
  "empty_persona",
  "empty_situation",
  "ambiguous_situation",
  "same_situation",
  "unknown_column",
  "persona_contradicts_situation",
  "branch_not_in_graph",
  "script_not_turns",
  "script_ends_early",
  "goal_not_reachable",
  "expectation_not_readable",
  "expectations_contradict",
  "outcome_missing",
] as const;

export type CheckRule = (typeof checkRules)[number];

export interface Finding {
  rule: CheckRule;
  severity: "error" | "warning";
  rowId: string | null;
  /** The column's name; a path into the graph for the rule `graph`. */
  column: string | null;
  message: string;
}

export interface CheckedRow {
  rowId: string;
  /** Column name in lower case → text; empty cells are left out. */
  cells: Readonly<Record<string, string>>;
  status: "pending" | "done" | "failed";
}

export interface CheckedScenario {
  graph: Graph | null;
  graphProblems: readonly GraphProblem[];
  /** The simulator's prompt. */
  prompt: string;
  /** Names of the columns, in lower case. */
  columns: ReadonlySet<string>;
  rows: readonly CheckedRow[];
}

export const error = (rule: CheckRule, rowId: string | null, column: string | null, message: string): Finding => ({
  rule,
  severity: "error",
  rowId,
  column,
  message,
});
export const warning = (rule: CheckRule, rowId: string | null, column: string | null, message: string): Finding => ({
  ...error(rule, rowId, column, message),
  severity: "warning",
});

/** Undefined if it is not JSON. */
export function valueIn(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
}
