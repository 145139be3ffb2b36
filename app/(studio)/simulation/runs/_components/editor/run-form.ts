// The form state of a test run, and the request body made from it.
import { DEFAULT_TURNS, SCRIPTED } from "@/lib/contracts/simulation/call-names";
import type { RunTest } from "../run/run-facts";

export interface Judged {
  /** An evaluation that the run test has; null for a new one. */
  configId: string | null;
  templateId: string;
  /** The template's name; null if it could not be loaded. */
  name: string | null;
  /** The source of each template input. */
  mapping: Readonly<Record<string, string>>;
  /** Empty for the template's own model. */
  model: string;
}

export interface RunForm {
  name: string;
  agentId: string | null;
  /** Null means the version that is active at run time. */
  versionId: string | null;
  scenarioIds: string[];
  evaluations: readonly Judged[];
  scripted: boolean;
  /** Plays the customers if they are not scripted. Empty for the models of the scenarios' simulator agents. */
  model: string;
  /** Whether a model-driven customer rates the call. */
  satisfaction: boolean;
  repeats: number | null;
  turns: number | null;
  /** Turns before a model-driven customer may hang up. */
  minTurns: number | null;
  /** In USD; null for no ceiling. */
  ceiling: number | null;
  /** The share of the counted calls that must pass, in percent. */
  passRate: number | null;
  /** The share of all calls that must count, in percent. */
  coverage: number | null;
}

/** In percent. */
const USUAL_PASS_RATE = 100;
const USUAL_COVERAGE = 90;

export const emptyRun: RunForm = {
  name: "",
  agentId: null,
  versionId: null,
  scenarioIds: [],
  evaluations: [],
  scripted: true,
  model: "",
  satisfaction: true,
  repeats: 1,
  turns: DEFAULT_TURNS,
  minTurns: 0,
  ceiling: null,
  passRate: USUAL_PASS_RATE,
  coverage: USUAL_COVERAGE,
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
  evaluations_config: form.evaluations.map(configOf),
  settings: settingsOf(form),
});

const configOf = ({ templateId, name, mapping, model }: Judged) => ({
  template_id: templateId,
  mapping,
  ...(name === null ? {} : { name }),
  ...(model.trim() === "" ? {} : { model: model.trim() }),
});

/**
 * What differs from the run test. Its agent, scenarios and templates may be deleted, and are then refused unless they
 * stay as they are. Settings without a field keep their values.
 */
export function changeOf(form: RunForm, before: RunForm) {
  const hasAgent = form.agentId === before.agentId && form.versionId === before.versionId;
  const hasScenarios = form.scenarioIds.join() === before.scenarioIds.join();
  const kept = new Set(form.evaluations.map(({ configId }) => configId));
  const removed = before.evaluations.flatMap(({ configId }) => (configId && !kept.has(configId) ? [configId] : []));
  const added = form.evaluations.filter(({ configId }) => configId === null);
  return {
    name: form.name,
    settings: settingsOf(form),
    ...(hasAgent ? {} : { agent_definition_id: form.agentId ?? "", agent_version: form.versionId }),
    ...(hasScenarios ? {} : { scenario_ids: form.scenarioIds }),
    ...(removed.length > 0 ? { remove_eval_config_ids: removed } : {}),
    ...(added.length > 0 ? { evaluations_config: added.map(configOf) } : {}),
  };
}

const settingsOf = (form: RunForm) => ({
  repeats: form.repeats ?? 1,
  max_turns: form.turns ?? DEFAULT_TURNS,
  min_turns: form.minTurns ?? 0,
  simulator_model: form.scripted ? SCRIPTED : form.model.trim() || null,
  measure_satisfaction: form.satisfaction,
  cost_ceiling_usd: form.ceiling,
  pass_rate: shareOf(form.passRate ?? USUAL_PASS_RATE),
  coverage: shareOf(form.coverage ?? USUAL_COVERAGE),
});

type Edited = Pick<RunTest, "name" | "settings" | "agent_definition" | "scenarios"> & {
  agent_version: { id: string } | null;
  evals: readonly Pick<RunTest["evals"][number], "id" | "template_id" | "template_name">[];
};

/** A run test as the form edits it. Mappings and judges of its evaluations are left out: they stay as they are. */
export const formOfRun = ({ name, settings, ...run }: Edited): RunForm => ({
  ...emptyRun,
  name,
  agentId: run.agent_definition,
  versionId: run.agent_version?.id ?? null,
  scenarioIds: run.scenarios,
  evaluations: run.evals.map((one) => ({
    configId: one.id,
    templateId: one.template_id,
    name: one.template_name,
    mapping: {},
    model: "",
  })),
  scripted: settings.simulator_model === SCRIPTED,
  model: settings.simulator_model === SCRIPTED ? "" : (settings.simulator_model ?? ""),
  satisfaction: settings.measure_satisfaction,
  repeats: settings.repeats,
  turns: settings.max_turns,
  minTurns: settings.min_turns,
  ceiling: settings.cost_ceiling_usd,
  passRate: percentOf(settings.pass_rate),
  coverage: percentOf(settings.coverage),
});

/** Without the noise of binary fractions: 0.07 is 7 %, not 7.000000000000001 %. */
const percentOf = (share: number): number => Number((share * 100).toPrecision(12));
const shareOf = (percent: number): number => Number((percent / 100).toPrecision(12));
