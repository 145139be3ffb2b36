import { expect, test } from "vitest";
import type { FormLabel } from "@/app/_components/label-field/form-label";
import { type Draft, draftOf, keptOf, problemsOf, submissionOf, withValue } from "./draft";

const label = (id: string, required: boolean, allow_notes = false): FormLabel => ({
  label_id: id,
  name: "Stars",
  type: "star",
  settings: {},
  description: null,
  required,
  allow_notes,
});
const blank: Draft = { values: {}, labelNotes: { a: "why", b: "no" }, itemNote: "", seen: {}, changed: false };

test.each([
  [[label("a", true), label("b", false)], blank, ["a"]],
  [[label("a", true), label("b", false)], withValue(blank, "a", { rating: 9 }), ["a"]],
  [[label("a", true), label("b", false)], withValue(blank, "a", { rating: 3 }), []],
  [[label("a", false), label("b", false)], blank, ["a"]],
  [[label("a", false), label("b", false)], withValue(blank, "b", { rating: 3 }), []],
])("shows each problem at its label", (labels, draft, at) => {
  expect(Object.keys(problemsOf(labels, draft))).toEqual(at);
});

test.each([
  ["", ["a"]],
  ["  ", ["a"]],
  ["Because.", []],
])("an answer that needs a note has a problem if the note is missing: %j", (note, at) => {
  const noted = { ...label("a", true, true), settings: { no_of_stars: 5, note_required_for: ["1"] } };
  const draft = (rating: number) => withValue({ ...blank, labelNotes: { a: note } }, "a", { rating });
  expect(Object.keys(problemsOf([noted], draft(1)))).toEqual(at);
  expect(problemsOf([noted], draft(2))).toEqual({});
});

test("submits notes only for labels that allow them", () => {
  const body = submissionOf([label("a", true, true), label("b", false)], withValue(blank, "a", { rating: 3 }));
  expect(body.annotations).toEqual([
    { label_id: "a", value: { rating: 3 }, notes: "why" },
    { label_id: "b", value: null },
  ]);
});

const detail = (change: object) =>
  // Safe because draftOf reads no more of an item than this.
  ({
    labels: [label("a", true, true)],
    annotations: [],
    existing_notes: "",
    draft: null,
    ...change,
  }) as unknown as Parameters<typeof draftOf>[0];

test("prefers the unsent draft to the submission, and restores it unchanged", () => {
  const annotations = [{ label_id: "a", value: { rating: 3 }, notes: "sent" }];
  const submitted = draftOf(detail({ annotations, existing_notes: "note" }));
  expect(submitted).toEqual({
    values: { a: { rating: 3 } },
    labelNotes: { a: "sent" },
    itemNote: "note",
    seen: {},
    changed: false,
  });
  const left = { ...withValue(submitted, "a", { rating: 99 }), itemNote: "more" };
  const draft = { ...keptOf(left), revision: 1, updated_at: "2026-05-01T10:00:00Z" };
  expect(draftOf(detail({ annotations, existing_notes: "note", draft }))).toEqual(left);
});

test.each([
  [4, { rating: 4 }],
  ["no star", undefined],
  [null, undefined],
  [[1], undefined],
  [{ rating: 99 }, { rating: 99 }],
])("shows a draft's value %j only if its field can show it", (value, shown) => {
  const draft = { annotations: [{ label_id: "a", value, notes: "" }], item_notes: "", revision: 1, updated_at: "" };
  expect(draftOf(detail({ draft })).values.a).toEqual(shown);
});
