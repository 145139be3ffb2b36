// Reads the columns `script`, `expected_tool_calls` and `expected_state` of a row, each JSON: how its conversation goes
// and ends.
import { isRecord } from "@/lib/records";
import { type ExpectedCall, expectedCallsIn, turnsIn } from "../../scenarios/rules/check-row";
import { valueIn } from "../../scenarios/rules/finding";
import type { Script } from "./script";

export interface Expectations {
  script: Script | null;
  calls: readonly ExpectedCall[];
  state: Readonly<Record<string, unknown>>;
}

/**
 * `cells`: column name in lower case → text. Unreadable cells expect nothing; the check of a scenario reports them
 * before a run.
 */
export function expectationsOf(cells: Readonly<Record<string, string>>): Expectations {
  const { script = "", expected_tool_calls = "", expected_state = "" } = cells;
  const turns = turnsIn(script);
  const state = valueIn(expected_state);
  return {
    script: turns && turns.length > 0 ? turns : null,
    calls: expectedCallsIn(expected_tool_calls) ?? [],
    state: isRecord(state) ? state : {},
  };
}
