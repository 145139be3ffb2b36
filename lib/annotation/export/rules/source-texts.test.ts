import { expect, test } from "vitest";
import type { Wire } from "@/lib/annotation/sources/source";
import { type SourceTexts, sourceTexts } from "./source-texts";

const nothing = { name: null, trace_id: null, input: null, output: null };

test.each<[string, Wire, SourceTexts]>([
  [
    "a trace: texts as they are, anything else as JSON",
    { type: "trace", name: "answer", trace_id: "0af7", input: "Where?", output: { city: "Riga" }, session_id: "s-1" },
    { name: "answer", trace_id: "0af7", input: "Where?", output: '{"city":"Riga"}' },
  ],
  [
    "a span without an output",
    {
      type: "observation_span",
      name: "chat",
      trace_id: "0af7",
      input: [{ role: "user", content: "Hi" }],
      output: null,
    },
    { name: "chat", trace_id: "0af7", input: '[{"role":"user","content":"Hi"}]', output: null },
  ],
  [
    "a session: of each trace the last message of its input and of its output",
    {
      type: "trace_session",
      name: "s-1",
      session_id: "s-1",
      traces: [
        { trace_id: "0af7", input: "Where is it?", output: '[{"role":"assistant","content":"In Riga."}]' },
        {
          trace_id: "0af8",
          input: [
            { role: "user", content: "Where is it?" },
            { role: "user", content: "And now?" },
          ],
          output: null,
        },
      ],
    },
    {
      name: "s-1",
      trace_id: "s-1",
      input: null,
      output: "user: Where is it?\nassistant: In Riga.\nuser: And now?",
    },
  ],
  [
    "a call: the scenario's row, and what both sides say",
    {
      type: "call_execution",
      name: "Late parcel 1",
      input: { city: "Riga" },
      output: [
        { role: "user", content: "My parcel is late.", tool_calls: [] },
        { role: "assistant", content: " ", tool_calls: [{ id: "1" }] },
        { role: "assistant", content: "I am sorry.", tool_calls: [] },
      ],
    },
    {
      name: "Late parcel 1",
      trace_id: null,
      input: '{"city":"Riga"}',
      output: "user: My parcel is late.\nassistant: I am sorry.",
    },
  ],
  [
    "a session without traces",
    { type: "trace_session", name: "s", session_id: "s", traces: [] },
    { ...nothing, name: "s", trace_id: "s" },
  ],
  ["a deleted source", { type: "trace", deleted: true }, nothing],
  [
    "texts that PostgreSQL does not store",
    { type: "trace", name: "a\0b", trace_id: "0af7", input: "half \ud83d", output: { a: "\0" } },
    { name: "a\ufffdb", trace_id: "0af7", input: "half \ufffd", output: '{"a":"\\u0000"}' },
  ],
])("%s", (_, content, texts) => {
  expect(sourceTexts(content)).toEqual(texts);
});
