import { expect, test } from "vitest";
import { previewText } from "./preview-text";

test.each([
  [{ type: "dataset_row", deleted: true, text: "x" }, "The source was deleted"],
  [{ type: "dataset_row", text: "two\n  lines" }, "two lines"],
  [{ type: "dataset_row", text: "", dataset_name: "Support", row_order: 0 }, "Row 1 of Support"],
  [{ type: "trace", name: "checkout" }, "checkout"],
  [{ type: "trace", name: "checkout", input_preview: " " }, "checkout"],
  [{ type: "trace", name: "checkout", input_preview: "Where\n is it?" }, "Where is it?"],
  [{ type: "trace" }, "trace"],
])("%j is shown as %s", (preview, text) => {
  expect(previewText(preview)).toBe(text);
});
