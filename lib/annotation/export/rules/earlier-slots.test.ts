import { expect, test } from "vitest";
import { earlierColumns } from "./earlier-slots";
import type { FieldLabel } from "./export-label-fields";

const labels: FieldLabel[] = [
  { id: "a1", name: "Tone", type: "star" },
  { id: "b2", name: "Tone", type: "text" },
];
const existing = [
  "input",
  "Tone annotation 1 score",
  "tone annotation 2 SCORE",
  "Tone annotation 2 notes (2)",
  "Tone annotation 12 label version",
  "Tone annotation 2 mine",
  "Mood annotation 2 score",
];
const mapped = (field: string, column?: string, enabled = true) => ({ field, column, enabled });

test.each<[string, number, Parameters<typeof earlierColumns>[2], string[]]>([
  [
    "the default mapping, one annotation now",
    1,
    [],
    ["tone annotation 2 score", "tone annotation 2 notes (2)", "tone annotation 12 label version"],
  ],
  ["the default mapping, two annotations now", 2, [], ["tone annotation 12 label version"]],
  ["a mapping without slots", 1, [mapped("input")], []],
  ["a mapped slot that is there", 2, [mapped("label:a1:slot:2:value", "Second")], []],
  ["a mapped slot that is gone", 1, [mapped("label:A1:slot:2:value", "Second")], ["second"]],
  ["a mapped slot without a column", 1, [mapped("label:b2:slot:2:notes")], ["tone annotation 2 notes"]],
  ["a mapped slot that is switched off", 1, [mapped("label:a1:slot:2:value", "Second", false)], []],
  [
    "a present slot under its usual column",
    1,
    [mapped("label:A1:slot:1:value", "TONE annotation 1 score"), mapped("label:a1:slot:1:label_version")],
    ["tone annotation 2 score", "tone annotation 12 label version"],
  ],
  [
    "a present slot of the second label of a name",
    1,
    [mapped("label:b2:slot:1:notes", "Tone annotation 1 notes (2)")],
    ["tone annotation 2 notes (2)"],
  ],
  ["the same without a column", 1, [mapped("label:b2:slot:1:notes")], ["tone annotation 2 notes (2)"]],
  ["a present slot of the first label of a name", 1, [mapped("label:a1:slot:1:notes")], []],
  ["a present slot under another column", 1, [mapped("label:a1:slot:1:value", "Tone annotation 3 score")], []],
  ["a present slot under the column of another detail", 1, [mapped("label:a1:slot:1:notes", existing[1])], []],
  ["a present slot that is switched off", 1, [mapped("label:a1:slot:1:value", existing[1], false)], []],
  ["an unknown part", 1, [mapped("label:a1:slot:2:nothing", "Second")], []],
  ["a label of another queue", 1, [mapped("label:c3:slot:2:value", "Second")], []],
])("columns to empty: %s", (_, slots, mapping, columns) => {
  expect([...earlierColumns(labels, slots, mapping, existing)]).toEqual(columns);
});
