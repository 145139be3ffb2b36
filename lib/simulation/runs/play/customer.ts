// The simulated customer of a call, from its row and its scenario's simulator.
import { personaOf, renderPrompt } from "../../conversation/rules/prompt";
import { expectationsOf } from "../../conversation/rules/row";
import type { Customer } from "../../conversation/simulator";
import type { CallRow, ExecutionRow } from "../loaders";

/** Column name in lower case → text. */
export const cellsOf = ({ row }: Pick<CallRow, "row">): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, { value }]) => (value === null ? [] : [[name.toLowerCase(), value]])),
  );

const FALLBACK_PROMPT =
  "You are a customer with these characteristics: {{persona}}\nAt present: {{situation}}\nSpeak as this person, end with one closing sentence when you are finished, and use the endCall tool silently.";

/** The model that plays a scenario's customers, or `scripted`. */
export function customerModel({ settings, pinned }: Pick<ExecutionRow, "settings" | "pinned">, scenarioId: string) {
  const model = pinned.scenarios[scenarioId]?.simulator.model;
  return settings.simulator_model ?? (typeof model === "string" ? model : "");
}

export function customerOf(execution: ExecutionRow, call: CallRow): Customer {
  const simulator: Record<string, unknown> = execution.pinned.scenarios[call.scenarioId]?.simulator ?? {};
  const cells = cellsOf(call);
  const prompt =
    typeof simulator.prompt === "string" && simulator.prompt.trim() !== "" ? simulator.prompt : FALLBACK_PROMPT;
  return {
    prompt: renderPrompt(prompt, { cells, medium: execution.pinned.agent.type === "voice" ? "voice" : "text" }),
    cells,
    initialMessage: typeof simulator.initial_message === "string" ? simulator.initial_message : "",
    script: expectationsOf(cells).script,
    model: customerModel(execution, call.scenarioId),
    temperature: typeof simulator.llm_temperature === "number" ? simulator.llm_temperature : 0.7,
    seed: execution.settings.seed,
    minTurns: execution.settings.min_turns ?? 0,
    conversationKey: `${call.scenarioId} ${call.rowId ?? ""} ${call.repeat}`,
  };
}

export const customerName = (call: Pick<CallRow, "row">): string | null => {
  const name = personaOf(cellsOf(call).persona ?? "")?.name;
  return typeof name === "string" && name !== "" ? name : null;
};
