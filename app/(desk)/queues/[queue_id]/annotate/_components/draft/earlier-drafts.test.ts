import { expect, test } from "vitest";
import type { Value } from "@/app/_components/label-field/form-label";
import { type Draft, withItemNote, withValue } from "./draft";
import { withEarlier } from "./earlier-drafts";

const blank: Draft = { values: {}, labelNotes: {}, itemNote: "", seen: {}, changed: false };

/** The drafts to which undo leads back, newest last, after these changes. */
function after(...changes: ((draft: Draft) => Draft)[]): readonly Draft[] {
  let [draft, earlier]: [Draft, readonly Draft[]] = [blank, []];
  for (const change of changes) {
    const next = change(draft);
    earlier = withEarlier(earlier, draft, next);
    draft = next;
  }
  return earlier;
}
const value = (label: string, to: Value) => (draft: Draft) => withValue(draft, label, to);
const note = (text: string) => (draft: Draft) => withItemNote(draft, text);

test("each choice is one change", () => {
  const drafts = after(value("a", { rating: 1 }), value("a", { rating: 2 }), value("b", { rating: 3 }));
  expect(drafts.map(({ values }) => values)).toEqual([{}, { a: { rating: 1 } }, { a: { rating: 2 } }]);
});

test("text typed without a break is one change", () => {
  const typed = after(note("H"), note("Hi"), value("t", { text: "y" }), value("t", { text: "ye" }), note("Hi!"));
  expect(typed.map(({ itemNote, values }) => [itemNote, values])).toEqual([
    ["", {}],
    ["Hi", {}],
    ["Hi", { t: { text: "ye" } }],
  ]);
});

test("an identical draft is no change, and the oldest changes are dropped", () => {
  expect(after(value("a", null), note(""))).toEqual([]);
  const many = Array.from({ length: 130 }, (_, index) => value("a", { rating: index }));
  expect(after(...many)).toHaveLength(100);
});
