import { expect, test } from "vitest";
import type { FormLabel } from "@/app/(studio)/_components/label-field/form-label";
import { type Draft, problemsOf, submissionOf, withValue } from "./draft";

const label = (id: string, required: boolean, allow_notes = false): FormLabel => ({
  label_id: id,
  name: "Stars",
  type: "star",
  settings: {},
  description: null,
  required,
  allow_notes,
});
const blank: Draft = { values: {}, labelNotes: { a: "why", b: "no" }, itemNote: "", changed: false };

test.each([
  [[label("a", true), label("b", false)], blank, ["a"]],
  [[label("a", true), label("b", false)], withValue(blank, "a", { rating: 9 }), ["a"]],
  [[label("a", true), label("b", false)], withValue(blank, "a", { rating: 3 }), []],
  [[label("a", false), label("b", false)], blank, ["a"]],
  [[label("a", false), label("b", false)], withValue(blank, "b", { rating: 3 }), []],
])("problems stand at their labels", (labels, draft, at) => {
  expect(Object.keys(problemsOf(labels, draft))).toEqual(at);
});

test("notes go along only where the label allows them", () => {
  const body = submissionOf([label("a", true, true), label("b", false)], withValue(blank, "a", { rating: 3 }));
  expect(body.annotations).toEqual([
    { label_id: "a", value: { rating: 3 }, notes: "why" },
    { label_id: "b", value: null },
  ]);
});
