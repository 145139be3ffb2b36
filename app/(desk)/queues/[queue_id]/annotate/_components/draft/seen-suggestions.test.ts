import { expect, test } from "vitest";
import type { FormLabel, Value } from "@/app/_components/label-field/form-label";
import type { SuggestionMode } from "@/lib/contracts/annotation/suggestions";
import { type Draft, draftFrom, keptOf, withValue } from "./draft";
import { isShown, withSeenByEdit, withSeenByLeaving } from "./seen-suggestions";

const label = (label_id: string, type: FormLabel["type"], settings = {}): FormLabel => ({
  label_id,
  name: label_id,
  type,
  settings,
  description: null,
  required: false,
  allow_notes: false,
});
const stars = label("stars", "star");
const tags = label("tags", "categorical", { multi_choice: true, options: [{ label: "a" }, { label: "b" }] });
const labels = [stars, tags];

const detail = (suggestions: SuggestionMode, ...of: FormLabel[]) =>
  // Safe because these functions read no more of an item.
  ({
    queue: { suggestions },
    labels,
    suggestions: of.map(({ label_id }) => ({ label_id, value: {}, origin: "judge", confidence: null })),
  }) as unknown as Parameters<typeof withSeenByEdit>[0];

const blank: Draft = { values: {}, labelNotes: {}, itemNote: "", seen: {}, changed: false };
const edited = (of: Parameters<typeof withSeenByEdit>[0], each: FormLabel, value: Value, draft = blank) =>
  withSeenByEdit(of, withValue(draft, each.label_id, value), each);

test("a suggestion appears after the annotator's own choice, and the first choice is kept", () => {
  const after = detail("after", stars, tags);
  expect(isShown(after, blank, "stars")).toBe(false);
  const chosen = edited(after, stars, { rating: 2 });
  expect(isShown(after, chosen, "stars")).toBe(true);
  const changed = edited(after, stars, { rating: 5 }, chosen);
  expect(changed.seen).toEqual({ stars: { shown: "after", first: { rating: 2 } } });
});

test("a suggestion appears when the annotator moves on, if the answer takes several actions", () => {
  const after = detail("after", stars, tags);
  const begun = edited(after, tags, { selected: ["a"] });
  expect(begun.seen).toEqual({});
  expect(withSeenByLeaving(after, begun, "tags").seen).toEqual({});
  expect(withSeenByLeaving(after, begun, "stars").seen).toEqual({
    tags: { shown: "after", first: { selected: ["a"] } },
  });
});

test("no suggestion appears for an answer that is cleared or invalid", () => {
  const after = detail("after", stars, tags);
  for (const value of [null, { rating: 99 }])
    expect(withSeenByLeaving(after, edited(after, stars, value), "tags").seen).toEqual({});
});

test("a suggestion appears before the choice if the queue says so", () => {
  const before = detail("before", stars);
  expect(isShown(before, blank, "stars")).toBe(true);
  expect(edited(before, stars, { rating: 2 }).seen).toEqual({ stars: { shown: "before" } });
  expect(withSeenByLeaving(before, blank, "tags").seen).toEqual({});
});

test("labels without a suggestion record none", () => {
  expect(edited(detail("after"), stars, { rating: 2 }).seen).toEqual({});
});

test("seen suggestions are saved and restored with the draft", () => {
  const chosen = edited(detail("after", stars), stars, { rating: 2 });
  const { annotations, item_notes } = keptOf(chosen);
  expect(draftFrom(labels, annotations, item_notes).seen).toEqual(chosen.seen);
});
