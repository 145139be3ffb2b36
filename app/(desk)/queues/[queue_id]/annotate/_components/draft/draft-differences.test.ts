import { expect, test } from "vitest";
import type { FormLabel } from "@/app/_components/label-field/form-label";
import type { Draft } from "./draft";
import { differencesOf } from "./draft-differences";

const label = (label_id: string, type: FormLabel["type"]): FormLabel => ({
  label_id,
  name: `Label ${label_id}`,
  type,
  settings: {},
  description: "",
  allow_notes: true,
  required: false,
});
const labels = [label("a", "text"), label("b", "star")];
const draft = (changes: Partial<Draft>): Draft => ({
  values: {},
  labelNotes: {},
  seen: {},
  itemNote: "",
  changed: true,
  ...changes,
});

test("lists differing values and notes in the form's order, and omits equal ones", () => {
  const mine = draft({
    values: { b: { rating: 2 }, a: { text: "Mine" } },
    labelNotes: { b: "same" },
    itemNote: "Late",
  });
  const theirs = draft({ values: { a: { text: "Theirs" }, b: { rating: 2 } }, labelNotes: { b: "same", a: "why" } });
  expect(differencesOf(labels, mine, theirs)).toEqual([
    { name: "Label a", own: "Mine", other: "Theirs" },
    { name: "Note on Label a", own: "", other: "why" },
    { name: "Note on the item", own: "Late", other: "" },
  ]);
});

test("equal drafts have no differences", () => {
  expect(
    differencesOf(labels, draft({ values: { b: { rating: 2 } } }), draft({ values: { b: { rating: 2 } } })),
  ).toEqual([]);
});
