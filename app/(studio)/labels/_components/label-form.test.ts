import { describe, expect, test } from "vitest";
import { settingsProblem } from "@/lib/annotation/labels/rules/label-settings";
import { labelTypes } from "@/lib/contracts/shapes";
import { emptyLabel, formOfLabel, renamingsOf, settingsOf } from "./label-form";

const label = (type: (typeof labelTypes)[number], settings: Record<string, unknown>) => ({
  id: "1",
  name: "Tone",
  type,
  organization: "o",
  settings,
  project: null,
  description: null,
  allow_notes: true,
  archived: false,
  version: 1,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
});

test.each(labelTypes)("a new %s label starts with settings that the server accepts", (type) => {
  const filled = {
    options: [{ name: "Good" }, { name: "Bad" }, { name: " " }],
    first: "gpt ",
    second: "claude",
    field: "answer",
    categories: [{ label: " Wrong ", color: "blue" as const }],
  };
  expect(settingsProblem(type, settingsOf({ ...emptyLabel, type, ...filled }))).toBeNull();
});

describe("saved settings survive a round trip through the form", () => {
  test.each([
    ["numeric", { min: 1, max: 3, step_size: 0.5, display_type: "button" }],
    ["star", { no_of_stars: 7 }],
    ["text", { placeholder: "Why?", min_length: 2, max_length: 9 }],
    ["thumbs_up_down", {}],
    ["thumbs_up_down", { note_required_for: ["down"] }],
    ["star", { no_of_stars: 3, note_required_for: ["1", "2"] }],
    ["preference", { first: "gpt", second: "claude", allow_tie: false, allow_both_bad: true }],
    [
      "preference",
      {
        first: "a",
        second: "b",
        allow_tie: true,
        allow_both_bad: false,
        first_model: "model_a",
        second_model: "model_b",
      },
    ],
    [
      "categorical",
      {
        rule_prompt: "Judge.",
        auto_annotate: true,
        strategy: "Rag",
        multi_choice: true,
        options: [{ label: "A", value: "a" }, { label: "B" }],
        inputs: ["x"],
      },
    ],
  ] as const)("%s", (type, settings) => {
    const saved = label(type, settings);
    expect(settingsOf(formOfLabel(saved), saved.settings)).toEqual(settings);
  });
});

test("required notes follow a renamed option, and go when it is removed", () => {
  const options = [{ label: "Good" }, { label: "Bad" }];
  const form = formOfLabel(label("categorical", { multi_choice: false, options, note_required_for: ["Bad"] }));
  const renamed = {
    ...form,
    options: [
      { name: "Good", was: "Good" },
      { name: " Wrong", was: "Bad" },
    ],
  };
  expect(settingsOf(renamed, { note_required_for: ["Bad"] })).toMatchObject({ note_required_for: ["Wrong"] });
  const removed = { ...form, options: [{ name: "Good", was: "Good" }, { name: "Fine" }] };
  expect(settingsOf(removed, { note_required_for: ["Bad"] })).not.toHaveProperty("note_required_for");
  expect(settingsOf({ ...form, allowNotes: false })).not.toHaveProperty("note_required_for");
});

test("a renamed option keeps its other properties and its old name", () => {
  const options = [{ label: "A", value: "a" }, { label: "B" }];
  const form = formOfLabel(label("categorical", { multi_choice: false, options }));
  const renamed = { ...form, options: [{ name: " Alpha ", was: "A" }, { name: "B", was: "B" }, { name: "C" }] };
  expect(settingsOf(renamed, { options })).toMatchObject({
    options: [{ label: "Alpha", value: "a" }, { label: "B" }, { label: "C" }],
  });
  expect(renamingsOf(renamed)).toEqual([{ from: "A", to: "Alpha" }]);
  expect(renamingsOf({ ...renamed, options: form.options })).toEqual([]);
});
