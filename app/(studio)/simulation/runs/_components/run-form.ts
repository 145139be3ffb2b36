// A test run as it is written, and what is sent of it.
import { DEFAULT_TURNS } from "@/lib/contracts/simulation/call-names";

export interface Judged {
  templateId: string;
  /** The template's; null where it could not be loaded. */
  name: string | null;
  /** By the template's input, where it comes from. */
  mapping: Readonly<Record<string, string>>;
}

export interface RunForm {
  name: string;
  agentId: string | null;
  /** Null takes the one that is active when it runs. */
  versionId: string | null;
  scenarioIds: string[];
  evaluations: readonly Judged[];
  scripted: boolean;
  repeats: number | null;
  turns: number | null;
  /** Before a customer that a model plays may hang up. */
  leastTurns: number | null;
  /** USD; null for none. */
  ceiling: number | null;
}

export const emptyRun: RunForm = {
  name: "",
  agentId: null,
  versionId: null,
  scenarioIds: [],
  evaluations: [],
  scripted: true,
  repeats: 1,
  turns: DEFAULT_TURNS,
  leastTurns: 0,
  ceiling: null,
};

/** What a call has that an evaluation may be given. */
export const callSources = [
  { value: "transcript", label: "The whole conversation" },
  { value: "assistant_chat_transcript", label: "What the agent said" },
  { value: "user_chat_transcript", label: "What the customer said" },
  { value: "agent_prompt", label: "The agent's description" },
  { value: "persona.description", label: "The persona" },
  { value: "call.ended_reason", label: "Why it ended" },
  { value: "scenario_columns.situation", label: "The situation of the row" },
  { value: "scenario_columns.outcome", label: "The ideal outcome of the row" },
] as const;

const guesses: readonly (readonly [RegExp, string])[] = [
  [/conversation|transcript|messages|dialog/, "transcript"],
  [/output|response|answer|hypothesis/, "assistant_chat_transcript"],
  [/input|query|question/, "user_chat_transcript"],
  [/expected|reference|ideal/, "scenario_columns.outcome"],
  [/prompt|context|instruction/, "agent_prompt"],
];

/** Where a template's inputs most likely come from; it is shown, and can be changed. */
export const guessedMapping = (keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    keys.map((key) => [key, guesses.find(([pattern]) => pattern.test(key.toLowerCase()))?.[1] ?? "transcript"]),
  );

/** The API takes it, since the most counts first: it is hardly meant. */
export const turnsFlaw = ({ turns, leastTurns }: RunForm): string | undefined =>
  (leastTurns ?? 0) > (turns ?? DEFAULT_TURNS) ? "More than the turns at most." : undefined;

export const bodyOf = (form: RunForm) => ({
  name: form.name,
  agent_definition_id: form.agentId ?? "",
  agent_version: form.versionId,
  scenario_ids: form.scenarioIds,
  evaluations_config: form.evaluations.map(({ templateId, name, mapping }) => ({
    template_id: templateId,
    mapping,
    ...(name === null ? {} : { name }),
  })),
  settings: {
    repeats: form.repeats ?? 1,
    max_turns: form.turns ?? DEFAULT_TURNS,
    min_turns: form.leastTurns ?? 0,
    simulator_model: form.scripted ? "scripted" : null,
    cost_ceiling_usd: form.ceiling,
    measure_satisfaction: !form.scripted,
  },
});
