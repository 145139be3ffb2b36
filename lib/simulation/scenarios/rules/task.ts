// Turns tasks in tau²-bench's format into scenario rows.
import { isRecord, recordsIn, textIn } from "@/lib/records";

/** Column name → text. */
export type NamedCells = Record<string, string>;

/** The row, or what is missing, with its place in the task. */
export function rowOfTask(task: Record<string, unknown>): { cells: NamedCells } | { path: string; problem: string } {
  const { user_scenario: user, evaluation_criteria: criteria, initial_state, expected_state, script } = task;
  const instructions = isRecord(user) ? user.instructions : undefined;
  const situation = textOfInstructions(instructions).trim();
  if (situation === "") return { path: "user_scenario.instructions", problem: "Must say what the user wants." };
  const judged = isRecord(criteria) ? criteria : {};
  if (judged.actions !== undefined && judged.actions !== null && !Array.isArray(judged.actions))
    return { path: "evaluation_criteria.actions", problem: "Must be a list." };
  const actions = recordsIn(judged.actions);
  const nameless = actions.findIndex((action) => textIn(action.name) === "");
  if (nameless >= 0)
    return { path: `evaluation_criteria.actions.${nameless}.name`, problem: "This field is required." };
  // Actions that the user does with their own tools are not the agent's calls.
  const calls = actions
    .filter(({ requestor }) => requestor !== "user")
    .map(({ name, arguments: rawArguments, compare_args: compared }) => ({
      name,
      arguments: comparedOnly(rawArguments, compared),
    }));
  const assertions = texts(judged.nl_assertions);
  const communicated = texts(judged.communicate_info);
  const cells: Record<string, string | null> = {
    persona: personaOf(isRecord(user) ? user.persona : null),
    situation,
    outcome: [...assertions, ...communicated.map((info) => `The agent tells: ${info}`)].join("\n") || purposeOf(task),
    expected_tool_calls: Array.isArray(judged.actions) ? JSON.stringify(calls) : null,
    expected_state: isRecord(expected_state) ? JSON.stringify(expected_state) : null,
    script: Array.isArray(script) ? JSON.stringify(script) : null,
    initial_state: isRecord(initial_state) ? JSON.stringify(initial_state) : null,
    task_id: textIn(task.id) || null,
  };
  return {
    cells: Object.fromEntries(
      Object.entries(cells).flatMap(([name, text]) => (text === null || text === "" ? [] : [[name, text]])),
    ),
  };
}

/** The arguments that count: all, unless the task names some. */
function comparedOnly(rawArguments: unknown, compared: unknown): Record<string, unknown> {
  const whole = isRecord(rawArguments) ? rawArguments : {};
  if (!Array.isArray(compared)) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([name]) => compared.includes(name)));
}

const PARTS = ["reason_for_call", "task_instructions", "known_info", "unknown_info"] as const;
const TITLES = { reason_for_call: "", task_instructions: "", known_info: "Known: ", unknown_info: "Not known: " };

function textOfInstructions(value: unknown): string {
  if (typeof value === "string") return value;
  if (!isRecord(value)) return "";
  return PARTS.flatMap((part) => {
    const text = textIn(value[part]).trim();
    return text === "" ? [] : `${TITLES[part]}${text}`;
  }).join("\n");
}

const personaOf = (persona: unknown): string =>
  JSON.stringify(isRecord(persona) ? persona : { name: "Customer", personality: textIn(persona) || "Plain" });

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === "string" && text !== "") : [];

const purposeOf = ({ description }: Record<string, unknown>): string =>
  isRecord(description) ? textIn(description.purpose) : textIn(description);
