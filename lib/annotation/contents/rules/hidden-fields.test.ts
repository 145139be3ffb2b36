import { expect, test } from "vitest";
import type { FieldRole } from "@/lib/contracts/annotation/queues/shapes";
import { previewWithoutHidden, withoutHidden } from "./hidden-fields";

const layout = (roles: Record<string, FieldRole>) => ({
  fields: Object.entries(roles).map(([field, role]) => ({ field, role, width: "full" as const })),
  shows_expected: false,
});
const row = {
  type: "dataset_row",
  fields: { question: "?", judge: "pass" },
  field_types: { question: "text", judge: "text" },
};
const span = { type: "observation_span", input: "?", output: "!", tokens: 3, prompt_tokens: 1, latency_ms: 5 };

test.each([
  ["no layout", row, null, row],
  ["nothing hidden", row, layout({ judge: "expected" }), row],
  [
    "a column",
    row,
    layout({ judge: "hidden" }),
    { type: "dataset_row", fields: { question: "?" }, field_types: { question: "text" } },
  ],
  [
    "what a span recorded",
    span,
    layout({ Output: "hidden", Tokens: "hidden" }),
    { type: "observation_span", input: "?", latency_ms: 5 },
  ],
  [
    "a cell of a scenario row, but not the conversation",
    { type: "call_execution", input: { goal: "refund", persona: "Ana" }, output: [] },
    layout({ goal: "hidden", Output: "hidden" }),
    { type: "call_execution", input: { persona: "Ana" }, output: [] },
  ],
])("annotators get the right source content with %s", (_, content, hidden, shown) => {
  expect(withoutHidden(content, hidden)).toEqual(shown);
});

test.each([
  ["of a row", { type: "dataset_row", text: "pass" }, layout({ judge: "hidden" }), { type: "dataset_row", text: "" }],
  [
    "of a trace",
    { type: "trace", input_preview: "?", output_preview: "!" },
    layout({ Output: "hidden" }),
    { type: "trace", input_preview: "?" },
  ],
  [
    "with nothing hidden",
    { type: "dataset_row", text: "pass" },
    layout({ judge: "main" }),
    { type: "dataset_row", text: "pass" },
  ],
])("a preview %s does not reveal hidden fields", (_, preview, hidden, shown) => {
  expect(previewWithoutHidden(preview, hidden)).toEqual(shown);
});
