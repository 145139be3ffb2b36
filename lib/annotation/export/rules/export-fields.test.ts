import { expect, test } from "vitest";
import type { ExportedItem } from "@/lib/contracts/annotation/exported";
import { attributeField, exportFields } from "./export-fields";

const annotation = {
  label_id: "1",
  label_name: "Tone",
  label_type: "star" as const,
  label_version: 1,
  value: 4,
  notes: "fine",
  annotator_id: "a",
  annotator_name: "Ada",
  annotator_email: "ada@example.test",
  score_source: "human" as const,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-02T00:00:00.000Z",
  suggestion: null,
  work_seconds: 12.5,
};
const resolution = {
  label_id: "1",
  label_name: "Tone",
  label_type: "star" as const,
  value: 3,
  notes: "between",
  by: "r",
  by_name: "Rae",
  by_email: "rae@example.test",
  at: "2026-01-03T00:00:00.000Z",
};
const item: ExportedItem = {
  item_id: "i",
  source_type: "dataset_row",
  source_id: "s",
  status: "completed",
  order: 3,
  review: {
    requires_review: false,
    status: null,
    notes: null,
    reviewed_at: null,
    reviewed_by_id: null,
    reviewed_by_name: null,
    reviewed_by_email: null,
  },
  item_notes: "",
  annotations: [
    annotation,
    { ...annotation, value: 2, annotator_id: "b" },
    { ...annotation, label_id: "2", value: "up" },
  ],
  annotation_metrics: {},
  resolved: [resolution],
  evals: {},
  source: { name: "Row 4", fields: { Input: "hello", other: "x" }, attributes: { "llm.model": "m" } },
};
const labels = [
  { id: "1", name: "Tone", type: "star" },
  { id: "2", name: "Tone", type: "thumbs_up_down" },
] as const;
const fields = exportFields(labels, 2, 500);
const field = (id: string) => fields.find((known) => known.id === id);

test.each<[string, unknown, string, string]>([
  ["source_name", "Row 4", "source_name", "text"],
  ["item_order", 3, "item_order", "integer"],
  ["queue_requires_review", false, "requires_review", "boolean"],
  ["reviewed_by_name", null, "reviewer_name", "text"],
  ["input", "hello", "input", "text"],
  ["output", undefined, "output", "text"],
  ["eval_metrics", null, "eval_metrics", "json"],
  ["label:1:slot:1:value", 4, "Tone annotation 1 score", "float"],
  ["label:1:slot:2:annotator_id", "b", "Tone annotation 2 annotator ID", "text"],
  ["label:2:slot:1:value", "up", "Tone annotation 1 score (2)", "text"],
  ["label:2:slot:2:value", undefined, "Tone annotation 2 score (2)", "text"],
  ["label:1:slot:1:created_at", annotation.created_at, "Tone annotation 1 annotated at", "datetime"],
  ["label:1:slot:1:annotation", annotation, "Tone annotation 1 annotation record", "json"],
  ["label:1:value", [4, 2], "Tone score", "text"],
  ["label:2:value", "up", "Tone score (2)", "text"],
  ["label:1:slot:1:label_version", 1, "Tone annotation 1 label version", "integer"],
  ["label:1:slot:2:work_seconds", 12.5, "Tone annotation 2 work seconds", "float"],
  ["label:1:resolved:value", 3, "Tone resolved score", "float"],
  ["label:1:resolved:by_email", "rae@example.test", "Tone resolved by email", "text"],
  ["label:1:resolved:at", resolution.at, "Tone resolved at", "datetime"],
  ["label:2:resolved:value", undefined, "Tone resolved score (2)", "text"],
  ["resolved", [resolution], "resolved", "json"],
])("%s reads %j into the column %s (%s)", (id, value, column, type) => {
  expect(field(id)?.read(item)).toEqual(value);
  expect(field(id)).toMatchObject({ column, data_type: type });
});

test("the whole row is the input if its dataset has no input column", () => {
  const source = { fields: { question: "Why?" } };
  expect(field("input")?.read({ ...item, source })).toEqual(source.fields);
  expect(field("input")?.read({ ...item, source: { input: "told", fields: {} } })).toBe("told");
});

test("an attribute path is looked up in the content and in its attributes", () => {
  expect(attributeField("fields.other").read(item)).toBe("x");
  expect(attributeField("attributes.llm.model").read(item)).toBe("m");
  expect(attributeField("llm.model").read(item)).toBe("m");
  expect(attributeField("nothing").read(item)).toBeUndefined();
});

test("with one annotation per label, the field has the label's type", () => {
  const single = exportFields(labels, 1, 500);
  expect(single.find(({ id }) => id === "label:1:value")?.data_type).toBe("float");
});

test("the default fields keep the scores if not all fit into a dataset", () => {
  const many = exportFields(labels, 10, 100).filter((known) => known.default);
  expect(many.filter((known) => known.slot)).toHaveLength(20);
  expect(many.filter((known) => known.slot).every((known) => known.id.endsWith(":value"))).toBe(true);
  expect(exportFields(labels, 2, 500).filter((known) => known.default && known.slot)).toHaveLength(36);
});

test("no two fields share a column", () => {
  const columns = fields.map((known) => known.column.toLowerCase());
  expect(new Set(columns).size).toBe(columns.length);
});
