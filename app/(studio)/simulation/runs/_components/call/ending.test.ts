import { expect, test } from "vitest";
import { endingText } from "./ending";

const column = (column_name: string, value: string | null) => ({
  [column_name]: { value, visible: true, dataset_column_id: "c", dataset_id: "d", column_name, data_type: "text" },
});
const ended = { status: "completed", ended_by: "customer_ended", ended_reason: null, scenario_columns: {} } as const;

test.each([
  [
    "a customer that rules play",
    { ended_by: "script_ended", ended_reason: "customer-ended-call" },
    "The customer said goodbye",
  ],
  [
    "an empty script",
    { ended_by: "script_ended", scenario_columns: column("script", "") },
    "The customer said goodbye",
  ],
  ["a script", { ended_by: "script_ended", scenario_columns: column("Script", '["Hello."]') }, "The script ended"],
  [
    "a fault",
    { ended_by: "agent_fault", ended_reason: "The agent answered with status 500." },
    "The agent failed: The agent answered with status 500.",
  ],
  [
    "a code of a provider",
    { ended_by: "provider_fault", ended_reason: "twilio_failed" },
    "A provider failed: Twilio failed",
  ],
  [
    "a ceiling",
    { ended_by: "ceiling", ended_reason: "The run reached its cost ceiling." },
    "The run reached its cost ceiling",
  ],
  ["no reason", { ended_by: "provider_fault", ended_reason: "A provider failed" }, "A provider failed"],
  ["a call without a cause", { status: "failed", ended_by: null, ended_reason: "Too late." }, "Too late."],
  ["a call in progress", { status: "ongoing", ended_by: null }, null],
] as const)("the end of %s", (_, change, words) => expect(endingText({ ...ended, ...change })).toBe(words));
