import { describe, expect, test } from "vitest";
import { blockOf, readContent } from "./source-content";

describe("blockOf", () => {
  test.each([
    [null, "empty"],
    ["  \n", "empty"],
    ["Where is my order?", "text"],
    ["2 * 3 - 4", "text"],
    ["[sic] he said", "text"],
    ["{ not json", "text"],
    ["7", "text"],
    ['{"a": 1}', "json"],
    ["[1, 2]", "json"],
    ['[{"role": "user", "content": "hi"}]', "conversation"],
    ['[{"name": "user", "content": "hi"}]', "json"],
    ["# Policy\n\nNo refunds.", "markdown"],
    ["Keep **two** years.", "markdown"],
    ["- one\n- two", "markdown"],
    ["- a single dash", "text"],
  ])("%j is shown as %s", (text, kind) => {
    expect(blockOf(text).kind).toBe(kind);
  });

  test("turns keep their text, parts in order, and tool calls apart", () => {
    const calls = [{ id: "1", function: { name: "lookup", arguments: "{}" } }];
    const turns = [
      { role: "user", content: [{ type: "text", text: "Look" }, { type: "image_url" }] },
      { role: "assistant", content: null, tool_calls: calls },
    ];
    expect(blockOf(JSON.stringify(turns))).toEqual({
      kind: "conversation",
      turns: [
        { role: "user", text: "Look\n[image_url]", calls: [] },
        { role: "assistant", text: "", calls },
      ],
    });
  });
});

describe("readContent", () => {
  test("a row's fields keep their order and say their type", () => {
    const content = readContent({
      type: "dataset_row",
      dataset_id: "d",
      dataset_name: "Support",
      row_order: 2,
      name: "Row 3",
      fields: { question: "Why?", answer: null },
      field_types: { question: "text" },
    });
    expect(content).toMatchObject({
      kind: "row",
      fields: [
        { name: "question", type: "text", text: "Why?" },
        { name: "answer", type: "text", text: null },
      ],
    });
  });

  test("a source that is gone says so, and an unknown one shows its members", () => {
    expect(readContent({ type: "dataset_row", deleted: true })).toEqual({ kind: "gone" });
    expect(readContent({ type: "trace", input: "x" })).toEqual({
      kind: "other",
      members: { type: "trace", input: "x" },
    });
  });
});
