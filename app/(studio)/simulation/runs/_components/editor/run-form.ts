// The form state of a test run, and the request body made from it.
import { DEFAULT_TURNS } from "@/lib/contracts/simulation/call-names";

export interface Judged {
  templateId: string;
  /** The template's name; null if it could not be loaded. */
  name: string | null;
  /** The source of each template input. */
  mapping: Readonly<Record<string, string>>;
}

export interface RunForm {
  name: string;
  agentId: string | null;
  /** Null means the version that is active at run time. */
  versionId: string | null;
  scenarioIds: string[];
  evaluations: readonly Judged[];
  scripted: boolean;
  repeats: number | null;
  turns: number | null;
  /** Turns before a model-driven customer may hang up. */
  minTurns: number | null;
  /** In USD; null for no ceiling. */
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
  minTurns: 0,
  ceiling: null,
};

/** The parts of a call that an evaluation can use as an input. */
export const callSources = [
  { value: "transcript", label: "The whole conversation" },
  { value: "assistant_chat_transcript", label: "The agent's messages" },
  { value: "user_chat_transcript", label: "The customer's messages" },
  { value: "agent_prompt", label: "The agent's description" },
  { value: "persona.description", label: "The persona" },
  { value: "call.ended_reason", label: "The reason why the call ended" },
  { value: "scenario_columns.situation", label: "The row's situation" },
  { value: "scenario_columns.outcome", label: "The row's goal" },
] as const;

const guesses: readonly (readonly [RegExp, string])[] = [
  [/conversation|transcript|messages|dialog/, "transcript"],
  [/output|response|answer|hypothesis/, "assistant_chat_transcript"],
  [/input|query|question/, "user_chat_transcript"],
  [/expected|reference|ideal/, "scenario_columns.outcome"],
  [/prompt|context|instruction/, "agent_prompt"],
];

/** The most likely sources of a template's inputs. The user sees and can change them. */
export const guessedMapping = (keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    keys.map((key) => [key, guesses.find(([pattern]) => pattern.test(key.toLowerCase()))?.[1] ?? "transcript"]),
  );

/** The API accepts this, because the maximum takes precedence, but the user hardly intends it. */
export const turnsError = ({ turns, minTurns }: RunForm): string | undefined =>
  (minTurns ?? 0) > (turns ?? DEFAULT_TURNS) ? "Must not exceed the maximum turns." : undefined;

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
    min_turns: form.minTurns ?? 0,
    simulator_model: form.scripted ? "scripted" : null,
    cost_ceiling_usd: form.ceiling,
    measure_satisfaction: !form.scripted,
  },
});
