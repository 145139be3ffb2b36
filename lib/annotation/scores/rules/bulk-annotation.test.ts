import { describe, expect, test } from "vitest";
import type { LabelRules } from "@/lib/annotation/labels/rules/label-value";
import type { GivenAnnotation, GivenRecord } from "@/lib/contracts/annotation/bulk-annotation";
import { readAnnotation, recordProblem } from "./bulk-annotation";

const id = "00000000-0000-4000-8000-000000000000";
const labels = {
  text: { name: "Remark", type: "text", settings: { placeholder: "", min_length: 2, max_length: 5 } },
  numeric: { name: "Score", type: "numeric", settings: { min: 0, max: 1, step_size: 0.1, display_type: "slider" } },
  star: { name: "Stars", type: "star", settings: { no_of_stars: 5 } },
  thumbs: { name: "Thumbs", type: "thumbs_up_down", settings: {} },
  one: { name: "One", type: "categorical", settings: { options: [{ label: "A" }, { label: "B" }] } },
  many: {
    name: "Many",
    type: "categorical",
    settings: { multi_choice: true, options: [{ label: "A" }, { label: "B" }] },
  },
} satisfies Record<string, LabelRules>;

describe("values", () => {
  test.each<[keyof typeof labels, Omit<GivenAnnotation, "annotation_label_id">, object]>([
    ["text", { value: "fine" }, { value: { text: "fine" } }],
    ["text", { value: "x" }, { problem: "Remark must be at least 2 characters." }],
    ["text", { value: "" }, { problem: "Remark may not be blank." }],
    ["text", { value_float: 1 }, { problem: "Remark needs value." }],
    ["numeric", { value_float: 0.3 }, { value: { value: 0.3 } }],
    ["numeric", { value_float: 0 }, { value: { value: 0 } }],
    ["numeric", { value_float: 0.35 }, { problem: "Score must be in steps of 0.1 from 0, such as 0.3 or 0.4." }],
    ["numeric", { value_float: 2 }, { problem: "Score must be between 0 and 1." }],
    ["star", { value_float: 4 }, { value: { rating: 4 } }],
    ["star", { value_float: 4.5 }, { value: { rating: 4.5 } }],
    ["star", { value_float: 0.5 }, { problem: "Stars must be between 1 and 5 stars." }],
    ["star", { value_float: 5.1 }, { problem: "Stars must be between 1 and 5 stars." }],
    ["thumbs", { value_bool: true }, { value: { value: "up" } }],
    ["thumbs", { value_bool: false }, { value: { value: "down" } }],
    ["thumbs", { value: "up" }, { problem: "Thumbs needs value_bool." }],
    ["one", { value_str_list: ["A"] }, { value: { selected: ["A"] } }],
    ["one", { value_str_list: ["A", "B"] }, { problem: "One allows only one selected option." }],
    ["one", { value_str_list: [] }, { problem: "One may not be blank." }],
    ["many", { value_str_list: ["B", "A"] }, { value: { selected: ["A", "B"] } }],
    ["many", { value_str_list: ["C"] }, { problem: "Many contains an option that is not configured: C." }],
    ["star", {}, { problem: "Give exactly one of value, value_float, value_bool, value_str_list." }],
    ["star", { value_float: 4, value: null }, { value: { rating: 4 } }],
    [
      "star",
      { value_float: 4, value: "4" },
      { problem: "Give exactly one of value, value_float, value_bool, value_str_list." },
    ],
  ])("%s %o", (label, annotation, expected) => {
    expect(readAnnotation(labels[label], { annotation_label_id: id, ...annotation })).toEqual(expected);
  });
});

describe("records", () => {
  const annotations = (count: number) => Array.from({ length: count }, () => ({ annotation_label_id: id }));
  const notes = (count: number, length = 1) => Array.from({ length: count }, () => ({ text: "é".repeat(length) }));
  test.each<[string, Omit<GivenRecord, "observation_span_id">, object | null]>([
    ["nothing", {}, { error: "Give annotations or notes." }],
    ["empty lists", { annotations: [], notes: [] }, { error: "Give annotations or notes." }],
    ["20 of each", { annotations: annotations(20), notes: notes(20) }, null],
    ["21 annotations", { annotations: annotations(21) }, { error: "At most 20 annotations a record." }],
    ["21 notes", { notes: notes(21) }, { error: "At most 20 notes a record." }],
    ["a note of 5000 characters", { notes: notes(1, 5000) }, null],
    [
      "a longer note",
      { notes: [...notes(2), ...notes(1, 5001)] },
      { error: "At most 5000 characters a note.", note_index: 2 },
    ],
  ])("%s", (_, record, expected) => {
    expect(recordProblem({ observation_span_id: "s", ...record })).toEqual(expected);
  });
});
