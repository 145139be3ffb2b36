import { describe, expect, it } from "vitest";
import type { ItemLabel } from "@/lib/contracts/annotation/item-detail";
import type { Score } from "@/lib/contracts/annotation/scores";
import type { LabelType } from "@/lib/contracts/shapes";
import { annotatorsOf, comparedLabels, textOf } from "./compare";

const label = (type: LabelType): ItemLabel => ({
  id: "binding",
  label_id: "label",
  name: "Label",
  type,
  settings: {},
  description: null,
  allow_notes: false,
  required: true,
  order: 0,
});
const score = (type: LabelType, annotator: string | null, value: unknown): Score => ({
  id: `score of ${annotator}`,
  source_type: "dataset_row",
  source_id: null,
  label_id: "label",
  label_name: "Label",
  label_type: type,
  label_settings: {},
  label_allow_notes: false,
  label_version: 1,
  value,
  value_history: [],
  score_source: "human",
  notes: null,
  annotator,
  annotator_id: annotator,
  annotator_name: annotator,
  annotator_email: null,
  queue_item: null,
  queue_id: null,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
});
const verdictOf = (type: LabelType, ...values: unknown[]) =>
  comparedLabels({
    labels: [label(type)],
    annotations: values.map((value, index) => score(type, `person ${index}`, value)),
  })[0]?.verdict;

describe("agreement on a label", () => {
  it.each([
    ["none", "star", []],
    ["single", "star", [{ rating: 4 }]],
    ["alike", "star", [{ rating: 4 }, { rating: 4 }]],
    ["different", "star", [{ rating: 4 }, { rating: 4 }, { rating: 5 }]],
    ["alike", "categorical", [{ selected: ["a", "b"] }, { selected: ["b", "a"] }]],
    ["different", "categorical", [{ selected: ["a", "b"] }, { selected: ["a"] }]],
    ["different", "thumbs_up_down", [{ value: "up" }, { value: "down" }]],
    ["texts", "text", [{ text: "One" }, { text: "Two" }]],
    ["alike", "text", [{ text: "One" }, { text: "One" }]],
  ] as const)("is %s: %s %j", (verdict, type, values) => expect(verdictOf(type, ...values)).toBe(verdict));
});

it("keeps labels without an answer, and ignores answers to unknown labels", () => {
  const [compared, ...others] = comparedLabels({
    labels: [label("star")],
    annotations: [{ ...score("star", "Ana", { rating: 1 }), label_id: "another" }],
  });
  expect([compared?.answers, others]).toEqual([[], []]);
});

it("words values as the desk does", () => {
  expect(textOf("star", { rating: 1 })).toBe("1 star");
  expect(textOf("star", { rating: 3 })).toBe("3 stars");
  expect(textOf("thumbs_up_down", { value: "down" })).toBe("No");
  expect(textOf("categorical", { selected: ["Curt", "Late"] })).toBe("Curt, Late");
  expect(textOf("numeric", null)).toBe("–");
});

it("lists each annotator once, and omits imported answers", () => {
  const answers = [
    score("star", "Ben", { rating: 1 }),
    score("star", null, { rating: 2 }),
    score("star", "Ben", { rating: 1 }),
  ];
  expect(annotatorsOf(answers)).toEqual([{ id: "Ben", name: "Ben" }]);
});
