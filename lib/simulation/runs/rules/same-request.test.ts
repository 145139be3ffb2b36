import { expect, test } from "vitest";
import { isSameRequest } from "./same-request";

const started = {
  scenarioIds: ["a", "b"],
  agentVersionId: "v1",
  simulatorIds: ["s", "s"],
  settings: { repeats: 2, pass_rate: 0.9 },
};
const everything = { scenario_ids: [], select_all: false, simulator_id: null, agent_version: null, settings: {} };

test.each([
  ["what it does not state", {}, true],
  ["the same settings", { settings: { repeats: 2 } }, true],
  ["another setting", { settings: { repeats: 3 } }, false],
  ["the same scenarios, in another order and case", { scenario_ids: ["B", "a"] }, true],
  ["a further scenario, which the run test does not have", { scenario_ids: ["a", "b", "c"] }, true],
  ["fewer scenarios", { scenario_ids: ["a"] }, false],
  ["other scenarios", { scenario_ids: ["a", "c"] }, false],
  ["all but one that was left out", { scenario_ids: ["c"], select_all: true }, true],
  ["all but one that was played", { scenario_ids: ["b"], select_all: true }, false],
  ["the same version", { agent_version: "V1" }, true],
  ["another version", { agent_version: "v2" }, false],
  ["the same simulator", { simulator_id: "S" }, true],
  ["another simulator", { simulator_id: "t" }, false],
])("a repeated request with %s", (_, change, expected) =>
  expect(isSameRequest(started, { ...everything, ...change })).toBe(expected),
);
