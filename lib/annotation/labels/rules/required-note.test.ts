import { describe, expect, test } from "vitest";
import { settingsProblem } from "./label-settings";
import { renamedSettings } from "./renamed-options";
import { needsNote } from "./required-note";

const options = [{ label: "Right" }, { label: "Wrong" }];
const categorical = { rule_prompt: "", multi_choice: true, options, auto_annotate: false, strategy: null };

describe("answers that need a note", () => {
  test.each([
    ["thumbs_up_down", { note_required_for: ["down"] }, { value: "down" }, true],
    ["thumbs_up_down", { note_required_for: ["down"] }, { value: "up" }, false],
    ["star", { no_of_stars: 5, note_required_for: ["1", "2"] }, { rating: 2 }, true],
    ["star", { no_of_stars: 5, note_required_for: ["1", "2"] }, { rating: 3 }, false],
    ["categorical", { ...categorical, note_required_for: ["Wrong"] }, { selected: ["Right", "Wrong"] }, true],
    ["categorical", { ...categorical, note_required_for: ["Wrong"] }, { selected: ["Right"] }, false],
    ["categorical", categorical, { selected: ["Wrong"] }, false],
    ["text", {}, { text: "down" }, false],
  ] as const)("%s %j: %j", (type, settings, value, needed) => {
    expect(needsNote({ type, settings }, value)).toBe(needed);
  });
});

describe("settings", () => {
  const field = "settings.note_required_for";
  test.each([
    ["thumbs_up_down", { note_required_for: ["up", "down"] }, null],
    ["thumbs_up_down", { note_required_for: [] }, null],
    ["thumbs_up_down", { note_required_for: ["No"] }, "No is not an answer of this label."],
    ["thumbs_up_down", { note_required_for: "down" }, "Must be a list of answers, as text."],
    ["star", { no_of_stars: 3, note_required_for: ["4"] }, "4 is not an answer of this label."],
    ["star", { no_of_stars: 3, note_required_for: [1] }, "Must be a list of answers, as text."],
    ["categorical", { ...categorical, note_required_for: ["Wrong"] }, null],
    ["categorical", { ...categorical, note_required_for: ["wrong"] }, "wrong is not an answer of this label."],
    [
      "text",
      { placeholder: "", min_length: 0, max_length: 9, note_required_for: ["a"] },
      "This type has no fixed answers.",
    ],
  ] as const)("%s %j", (type, settings, message) => {
    expect(settingsProblem(type, settings)).toEqual(message === null ? null : { field, message });
  });

  test("a renamed option is also renamed here", () => {
    const renamed = renamedSettings({ ...categorical, note_required_for: ["Wrong"] }, [{ from: "Wrong", to: "False" }]);
    expect(renamed).toMatchObject({ options: [{ label: "Right" }, { label: "False" }], note_required_for: ["False"] });
    expect(renamedSettings(categorical, [{ from: "Wrong", to: "False" }])).not.toHaveProperty("note_required_for");
  });
});
