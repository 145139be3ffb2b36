import { expect, test } from "vitest";
import { readContent } from "./source-content";

test("a row's fields keep their order", () => {
  const content = readContent({
    type: "dataset_row",
    dataset_id: "d",
    dataset_name: "Support",
    row_order: 2,
    name: "Row 3",
    fields: { question: "Why?", answer: null },
    field_types: { question: "text" },
  });
  expect(content).toEqual({
    kind: "texts",
    title: "Row 3 of Support",
    texts: [
      { name: "question", text: "Why?", columnType: "text" },
      { name: "answer", text: null },
    ],
    facts: [],
    details: [],
  });
});

test("a row without a number, as annotators see it, is named by its dataset", () => {
  const row = { type: "dataset_row", dataset_name: "Support", row_order: null, name: "Support", fields: {} };
  expect(readContent(row)).toMatchObject({ title: "Support" });
});

test("a span shows its input and output, and omits unknown facts", () => {
  const content = readContent({
    type: "observation_span",
    name: "answer",
    status: "ERROR",
    status_message: "timed out",
    input: [{ role: "user", content: "Hi" }],
    output: "Hello",
    model: "small",
    provider: null,
    tokens: 1200,
    prompt_tokens: 1000,
    completion_tokens: 200,
    cost: 0.0012,
    latency_ms: 1234.5,
    start_time: "2026-11-21T21:19:21.445Z",
    metadata: {},
    attributes: { "gen_ai.system": "x" },
    events: [],
  });
  expect(content).toEqual({
    kind: "texts",
    title: "Span answer",
    texts: [
      { name: "Input", text: '[{"role":"user","content":"Hi"}]' },
      { name: "Output", text: "Hello" },
    ],
    facts: [
      { name: "Status", text: "ERROR: timed out" },
      { name: "Model", text: "small" },
      { name: "Tokens", text: "1,200 (1000 in, 200 out)" },
      { name: "Cost", text: "$0.0012" },
      { name: "Latency", text: "1.2 s" },
      { name: "Started", text: "2026-11-21 21:19:21 UTC" },
    ],
    details: [{ name: "Attributes", texts: [{ name: "Attributes", text: '{"gen_ai.system":"x"}' }] }],
  });
});

test("members that a source's type lacks cause no error", () => {
  const content = readContent({ type: "trace", name: "answer", project_source: "Shop", input: "Hi", output: null });
  expect(content).toMatchObject({
    title: "Trace answer of Shop",
    texts: [
      { name: "Input", text: "Hi" },
      { name: "Output", text: null },
    ],
  });
});

test("a session is shown as one conversation, with the last messages of each trace", () => {
  const content = readContent({
    type: "trace_session",
    session_id: "s-1",
    project_source: "Shop",
    traces: [
      { input: "Hello", output: [{ role: "assistant", content: "Hi there" }] },
      {
        input: [
          { role: "system", content: "Be brief" },
          { role: "user", content: "Bye" },
        ],
        output: null,
      },
    ],
  });
  expect(content).toEqual({
    kind: "session",
    title: "Session s-1 of Shop",
    details: [],
    turns: [
      { role: "user", text: "Hello", reasoning: "", calls: [] },
      { role: "assistant", text: "Hi there", reasoning: "", calls: [] },
      { role: "user", text: "Bye", reasoning: "", calls: [] },
    ],
  });
});

test("a call is shown as the conversation that took place", () => {
  const output = [
    { role: "user", content: "My parcel is late." },
    { role: "assistant", content: "I am sorry.", tool_calls: [{ name: "find_parcel", arguments: { id: 3 } }] },
  ];
  const input = { situation: "A parcel is late." };
  const content = readContent({ type: "call_execution", name: "Late parcels 3", agent_name: "Support", input, output });
  expect(content).toEqual({
    kind: "session",
    title: "Call Late parcels 3 with Support",
    details: [{ name: "Scenario row", texts: [{ name: "situation", text: "A parcel is late." }] }],
    turns: [
      { role: "user", text: "My parcel is late.", reasoning: "", calls: [] },
      { role: "assistant", text: "I am sorry.", reasoning: "", calls: [{ name: "find_parcel", input: { id: 3 } }] },
    ],
  });
});

test("a deleted source is shown as such, and an unknown type shows its members", () => {
  expect(readContent({ type: "dataset_row", deleted: true })).toEqual({ kind: "gone" });
  expect(readContent({ type: "of_tomorrow", turns: [1] })).toMatchObject({
    title: null,
    texts: [
      { name: "type", text: "of_tomorrow" },
      { name: "turns", text: "[1]" },
    ],
  });
});
