import { expect, test } from "vitest";
import { activityInput } from "./activity-filter";

const now = new Date("2026-03-10T10:20:00Z");
const project = "00000000-0000-4000-8000-000000000000";
const input = (address: Record<string, string>) => activityInput(project, (name) => address[name], now);

test.each([
  ["a week by default", {}, { from: "2026-03-04T00:00:00.000Z", split: "model" }],
  ["hours", { range: "24h", split: "user" }, { from: "2026-03-09T11:00:00.000Z", split: "user" }],
  [
    "nonsense",
    { range: "constructor", split: "x", status: "BAD" },
    { from: "2026-03-04T00:00:00.000Z", split: "model" },
  ],
  [
    "filters",
    { status: "ERROR", user: "ann" },
    { from: "2026-03-04T00:00:00.000Z", split: "model", status: "ERROR", user: "ann" },
  ],
])("%s", (_, address, expected) => {
  expect(input(address)).toEqual({ project_id: project, to: now.toISOString(), ...expected });
});
