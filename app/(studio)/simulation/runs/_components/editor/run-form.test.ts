import { expect, test } from "vitest";
import { type RunSettings, runSettings } from "@/lib/contracts/simulation/call-parts";
import { createRunTest, updateRunTest } from "@/lib/contracts/simulation/runs/run-tests";
import { bodyOf, changeOf, emptyRun, formOfRun, guessedMapping, turnsError } from "./run-form";

const id = "00000000-0000-4000-8000-000000000000";

test("the request matches the contract", () => {
  const evaluation = { templateId: id, mapping: guessedMapping(["conversation"]), model: "" };
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
  const form = formOfRun({ name: "Every day", settings });
  expect(form).toMatchObject({ ...fields, passRate: 7, coverage: 95.5 });
  const { error, data } = updateRunTest.body.safeParse(changeOf(form));
  expect(error?.issues ?? []).toEqual([]);
  expect({ ...settings, ...data?.settings }).toEqual(settings);
});

test("satisfaction, which older scripted runs do not measure, can be switched on again", () => {
  const settings = runSettings.parse({ simulator_model: "scripted", measure_satisfaction: false });
  const form = formOfRun({ name: "Every day", settings });
  const played = { ...form, scripted: false, satisfaction: true };
  expect(form.satisfaction).toBe(false);
  expect(changeOf(played).settings).toMatchObject({ simulator_model: null, measure_satisfaction: true });
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
