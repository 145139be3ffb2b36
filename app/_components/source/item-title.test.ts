import { expect, test } from "vitest";
import { itemTitle } from "./item-title";

const row = { type: "dataset_row", dataset_name: "Support" };

test.each([
  ["its number for a manager", { ...row, name: "Row 3", row_order: 2 }, { ...row, text: "Where?" }, "Row 3 of Support"],
  ["its text for an annotator", { ...row, name: "Support", row_order: null }, { ...row, text: "Where?" }, "Where?"],
  [
    "its first text where the preview has none",
    { ...row, row_order: null, fields: { id: " ", question: "Where\n is it?" } },
    { ...row, text: "" },
    "Where is it?",
  ],
  [
    "a trace's input",
    { type: "trace", name: "answer" },
    { type: "trace", input_preview: "Where\n is it?" },
    "Where is it?",
  ],
  ["a trace's name", { type: "trace", name: "answer" }, { type: "trace" }, "Trace answer"],
  ["the beginning of a long text", row, { ...row, text: "a".repeat(90) }, `${"a".repeat(60)}…`],
])("an item is named by %s", (_, source_content, source_preview, title) => {
  expect(itemTitle({ source_content, source_preview })).toBe(title);
});
