import { expect, test } from "vitest";
import { shareAnswered, stateOfDay } from "./day-summary";
import { partStates } from "./part-states";

const fine = { database: true, redis: true, jobs: true, secret: true, takesWrites: true };

test.each([
  ["nothing", {}, "working working working working working"],
  ["the database", { database: false }, "down degraded down down working"],
  ["Redis", { redis: false }, "working down working working down"],
  ["the job runner", { jobs: false }, "degraded working down working working"],
  ["room on the disk", { takesWrites: false }, "degraded degraded working degraded working"],
  ["the secret", { secret: false }, "down down working working working"],
])("part states without %s", (_, missing, expected) => {
  const { platform, gateway, jobs, database, redis } = partStates({ ...fine, ...missing });
  expect([platform, gateway, jobs, database, redis].join(" ")).toBe(expected);
});

test.each([
  [{ working: 1440, degraded: 0, down: 0 }, "working"],
  [{ working: 1439, degraded: 0, down: 1 }, "working"],
  [{ working: 1438, degraded: 1, down: 1 }, "degraded"],
  [{ working: 1438, degraded: 0, down: 2 }, "down"],
])("a day of %j counts as %s", (minutes, state) => {
  expect(stateOfDay(minutes)).toBe(state);
});

test("the share of answered minutes counts only recorded minutes", () => {
  expect(shareAnswered([])).toBeNull();
  expect(
    shareAnswered([
      { working: 90, degraded: 5, down: 5 },
      { working: 100, degraded: 0, down: 0 },
    ]),
  ).toBe(0.975);
});
