import { describe, expect, test } from "vitest";
import { blockOf } from "./block";

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
    ["Like this: ![a cat](https://cdn.example.com/cat.png)", "markdown"],
    ["![](data:image/png;base64,iVBORw0KGgo=)", "markdown"],
  ])("%j is shown as %s", (text, kind) => {
    expect(blockOf(text).kind).toBe(kind);
  });

  test("keeps a turn's text and the order of its parts, and separates tool calls", () => {
    const calls = [{ id: "1", function: { name: "lookup", arguments: "{}" } }];
    const turns = [
      { role: "user", content: [{ type: "text", text: "Look" }, { type: "image_url" }] },
      { role: "assistant", content: null, tool_calls: calls },
    ];
    expect(blockOf(JSON.stringify(turns))).toEqual({
      kind: "conversation",
      turns: [
        { role: "user", text: "Look\n[image_url]", reasoning: "", calls: [] },
        { role: "assistant", text: "", reasoning: "", calls: [{ name: "lookup", input: "{}" }] },
      ],
    });
  });
});
