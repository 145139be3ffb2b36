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

test.each(labelTypes)("a new %s starts with settings that the server accepts", (type) => {
  expect(
    settingsProblem(
      type,
      settingsOf({ ...emptyLabel, type, options: [{ name: "Good" }, { name: "Bad" }, { name: " " }] }),
    ),
  ).toBeNull();
});

describe("saved settings are unchanged after a round trip", () => {
  test.each([
    ["numeric", { min: 1, max: 3, step_size: 0.5, display_type: "button" }],
    ["star", { no_of_stars: 7 }],
    ["text", { placeholder: "Why?", min_length: 2, max_length: 9 }],
    ["thumbs_up_down", {}],
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
