// What a row's cells say of how its conversation goes and ends: columns `script`, `expected_tool_calls` and `expected_state`, each JSON.
import { isRecord, recordsIn, textIn } from "@/lib/records";
import type { Script } from "./script";

export interface ExpectedCall {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
  /** Must not be called. */
  forbidden: boolean;
}

export interface Expectations {
  script: Script | null;
  calls: readonly ExpectedCall[];
  state: Readonly<Record<string, unknown>>;
}

/** `cells`: column name in lower case → text. What cannot be read is not expected; scenarios tell of it before they are run. */
export function expectationsOf(cells: Readonly<Record<string, string>>): Expectations {
  const state = valueIn(cells.expected_state);
  return {
    script: scriptIn(valueIn(cells.script)),
    calls: callsIn(valueIn(cells.expected_tool_calls)),
    state: isRecord(state) ? state : {},
  };
}

/** A list of texts, of objects with a content, and of nulls where the simulator's model speaks. */
function scriptIn(value: unknown): Script | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const turns = value.map((turn: unknown) => (isRecord(turn) ? turn.content : turn));
  return turns.every((turn) => turn === null || typeof turn === "string") ? turns : null;
}

const callsIn = (value: unknown): ExpectedCall[] =>
  recordsIn(value).flatMap((call) => {
    const name = textIn(call.name);
    return name === ""
      ? []
      : [{ name, arguments: isRecord(call.arguments) ? call.arguments : {}, forbidden: call.forbidden === true }];
  });

function valueIn(cell: string | undefined): unknown {
  try {
    return JSON.parse(cell ?? "null");
  } catch {
    return null;
  }
}
