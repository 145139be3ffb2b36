import { expect, test } from "vitest";
import { MAX_CELL_CHARACTERS } from "@/lib/datasets/rules/cell-text";
import { type TraceSubject, traceCells } from "./trace-cells";

const subject: TraceSubject = {
  input: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Where is it?" },
    { role: "assistant", content: "Wait." },
  ],
  output: { answer: { city: "Riga", parts: ["a", "b"] }, __proto__: null },
  error: "ECONNREFUSED",
  name: "answer",
  status: "ERROR",
  models: "gpt",
  user: "ann",
  session: null,
  environment: "prod",
  tags: null,
  latency_ms: 12.5,
  total_tokens: 7,
  cost_usd: 0,
  started_at: "2026-01-01T00:00:00.000Z",
  trace_id: "0af7",
  attributes: { "llm.model_name": "m", x: { deep: 1 } },
};

test.each<[string | null, string | null]>([
  ["input_text", "Where is it?"],
  ["output_text", JSON.stringify(subject.output)],
  ["input.0.content", "Be brief."],
  ["input.last.content", "Wait."],
  ["input.9.content", null],
  ["output.answer.city", "Riga"],
  ["output.answer.parts", '["a","b"]'],
  ["output.answer.parts.last", "b"],
  ["output.constructor", null],
  ["output.answer.city.length", null],
  ["attributes.llm.model_name", "m"],
  ["attributes.x", '{"deep":1}'],
  ["attributes.none", null],
  ["error", "ECONNREFUSED"],
  ["cost_usd", "0"],
  ["session", null],
  [null, null],
])("%s", (path, cell) => {
  expect(traceCells(subject, [{ column: "c", path }])).toEqual([cell]);
});

test("a long text is cut between characters, because half of one cannot be stored", () => {
  const input = `${"x".repeat(MAX_CELL_CHARACTERS - 1)}😀`;
  const [cell] = traceCells({ ...subject, input }, [{ column: "a", path: "input" }]);
  expect([cell?.isWellFormed(), cell?.length]).toEqual([true, MAX_CELL_CHARACTERS]);
});
