import { expect, test } from "vitest";
import { shownToAnnotators } from "./shown-source";

test.each([
  [
    "a row",
    { type: "dataset_row", dataset_name: "Chats", name: "Row 3", row_order: 2, created_at: "t", fields: { a: "1" } },
    {
      type: "dataset_row",
      dataset_name: "Chats",
      name: "Chats",
      row_order: null,
      created_at: null,
      fields: { a: "1" },
    },
  ],
  [
    "a row's preview",
    { type: "dataset_row", dataset_name: "Chats", row_order: 2, text: "Hello" },
    { type: "dataset_row", dataset_name: "Chats", row_order: null, text: "Hello" },
  ],
  ["a call", { type: "call_execution", name: "Late 5 parcels 12" }, { type: "call_execution", name: "Late 5 parcels" }],
  [
    "a trace",
    { type: "trace", name: "answer 2", latency_ms: 3, start_time: "t", end_time: "u" },
    { type: "trace", name: "answer 2", latency_ms: 3, start_time: null, end_time: null },
  ],
  [
    "a session",
    { type: "trace_session", traces: [{ id: "i", start_time: "t" }] },
    { type: "trace_session", traces: [{ id: "i", start_time: null }] },
  ],
  ["a deleted source", { type: "trace", deleted: true }, { type: "trace", deleted: true }],
])("annotators see %s without its number and times", (_, wire, shown) => {
  expect(shownToAnnotators(wire)).toEqual(shown);
});
