import { expect, test } from "vitest";
import { type RunSettings, runSettings } from "@/lib/contracts/simulation/call-parts";
import { createRunTest, updateRunTest } from "@/lib/contracts/simulation/runs/run-tests";
import { bodyOf, changeOf, emptyRun, formOfRun, guessedMapping, turnsError } from "./run-form";

const id = "00000000-0000-4000-8000-000000000000";

test("the request matches the contract", () => {
  const evaluation = { configId: null, templateId: id, mapping: guessedMapping(["conversation"]), model: "" };
  const evaluations = [
    { ...evaluation, name: "conversation_coherence", model: " sandbox/judge " },
    { ...evaluation, name: "one_line" },
  ];
  const form = {
    ...emptyRun,
    name: "Every day",
    agentId: id,
    scenarioIds: [id],
    evaluations,
    repeats: 3,
    minTurns: 4,
    ceiling: 2.5,
  };
  const { error, data } = createRunTest.body.safeParse(bodyOf(form));
  expect(error?.issues ?? []).toEqual([]);
  expect(data?.evaluations_config.map(({ model }) => model)).toEqual(["sandbox/judge", undefined]);
  expect(data).toMatchObject({
    agent_version: null,
    evaluations_config: [{ name: "conversation_coherence", model: "sandbox/judge" }, { name: "one_line" }],
    settings: { repeats: 3, max_turns: 10, min_turns: 4, simulator_model: "scripted", cost_ceiling_usd: 2.5 },
  });
});

const run = {
  name: "Every day",
  agent_definition: id,
  agent_version: null,
  scenarios: [id, "s2"],
  evals: [
    { id: "e1", template_id: "t1", template_name: "conciseness" },
    { id: "e2", template_id: "t2", template_name: "tone" },
  ],
};

test.each([
  ["scripted", { scripted: true, model: "" }],
  ["acme/customer", { scripted: false, model: "acme/customer" }],
  [null, { scripted: false, model: "" }],
])("a run whose customers %s plays is edited as %o, and saved unchanged", (simulator_model, fields) => {
  const settings = runSettings.parse({
    simulator_model,
    pass_rate: 0.07,
    coverage: 0.955,
    cost_ceiling_usd: 2.5,
    min_turns: 2,
    concurrency: 3,
    seed: 7,
    measure_satisfaction: false,
  });
  const form = formOfRun({ ...run, settings });
  expect(form).toMatchObject({ ...fields, passRate: 7, coverage: 95.5 });
  const { error, data } = updateRunTest.body.safeParse(changeOf(form, form));
  expect(error?.issues ?? []).toEqual([]);
  expect({ ...settings, ...data?.settings }).toEqual(settings);
});

test("satisfaction, which older scripted runs do not measure, can be switched on again", () => {
  const settings = runSettings.parse({ simulator_model: "scripted", measure_satisfaction: false });
  const form = formOfRun({ ...run, settings });
  const played = { ...form, scripted: false, satisfaction: true };
  expect(form.satisfaction).toBe(false);
  expect(changeOf(played, form).settings).toMatchObject({ simulator_model: null, measure_satisfaction: true });
});

test("an edited run sends its agent, scenarios and evaluations only where they change", () => {
  const before = formOfRun({ ...run, settings: runSettings.parse({}) });
  const changes = (change: Partial<typeof before>) => {
    const { name: _, settings: __, ...others } = changeOf({ ...before, ...change }, before);
    return others;
  };
  const [first] = before.evaluations;
  const added = { configId: null, templateId: id, name: "accuracy", mapping: { output: "transcript" }, model: "" };
  expect(changes({})).toEqual({});
  expect(changes({ versionId: "v1" })).toEqual({ agent_definition_id: id, agent_version: "v1" });
  expect(changes({ scenarioIds: ["s2", id] })).toEqual({ scenario_ids: ["s2", id] });
  expect(changes({ evaluations: first ? [first, added] : [] })).toEqual({
    remove_eval_config_ids: ["e2"],
    evaluations_config: [{ template_id: id, name: "accuracy", mapping: { output: "transcript" } }],
  });
});

test("a new run passes as the API's does", () => {
  const { pass_rate, coverage, max_turns } = runSettings.parse(bodyOf(emptyRun).settings);
  expect({ pass_rate, coverage, max_turns }).toEqual(pickOf(runSettings.parse({})));
});
const pickOf = ({ pass_rate, coverage, max_turns }: RunSettings) => ({ pass_rate, coverage, max_turns });

test.each([
  [4, 4, undefined],
  [5, 4, "Must not exceed the maximum turns."],
  [11, null, "Must not exceed the maximum turns."],
  [null, 1, undefined],
])("at least %s and at most %s turns: %s", (minTurns, turns, flaw) =>
  expect(turnsError({ ...emptyRun, minTurns, turns })).toBe(flaw),
);

test.each([
  ["conversation", "transcript"],
  ["output", "assistant_chat_transcript"],
  ["input", "user_chat_transcript"],
  ["expected", "scenario_columns.outcome"],
  ["context", "agent_prompt"],
  ["whatever", "transcript"],
])("%s comes from %s by default", (key, source) => expect(guessedMapping([key])).toEqual({ [key]: source }));
