import { expect, test } from "vitest";
import { renamedSettings, renamingProblem, withFormerNames } from "./renamed-options";

const settings = (...options: (string | object)[]) => ({
  multi_choice: false,
  options: options.map((option) => (typeof option === "string" ? { label: option } : option)),
});

test.each([
  [[{ from: "A", to: "C" }], settings("C", "B"), null],
  [[{ from: "A", to: "C" }], settings("C", "B", "D"), null],
  [
    [
      { from: "A", to: "B" },
      { from: "B", to: "A" },
    ],
    settings("B", "A"),
    null,
  ],
  [[{ from: "X", to: "C" }], settings("C", "B"), "There is no option X."],
  [[{ from: "A", to: "C" }], settings("A", "B"), "C is not among settings.options."],
  [[{ from: "A", to: "C" }], settings("A", "B", "C"), "A is still among settings.options."],
  [[{ from: "A", to: "B" }], settings("B"), "B is an option already: answers of two options cannot become one."],
  [
    [
      { from: "A", to: "C" },
      { from: "B", to: "C" },
    ],
    settings("C"),
    "Name each option once.",
  ],
])("renaming %j to %j: %s", (renamings, after, problem) => {
  expect(renamingProblem(settings("A", "B"), after, renamings)).toBe(problem);
});

test("an option keeps its other settings, and its former names until another option takes them", () => {
  const before = settings({ label: "A", value: "a", formerly: ["Z"] }, "B");
  const renamings = [{ from: "A", to: "C" }];
  expect(renamedSettings(before, renamings)).toEqual(settings({ label: "C", value: "a", formerly: ["Z"] }, "B"));
  expect(withFormerNames(before, settings("C", "B"), renamings)).toEqual(
    settings({ label: "C", value: "a", formerly: ["Z", "A"] }, "B"),
  );
  expect(withFormerNames(before, settings("A", "B", "Z"), [])).toEqual(settings("A", "B", "Z"));
  expect(withFormerNames(before, settings("A", "B"), [])).toEqual(settings({ label: "A", formerly: ["Z"] }, "B"));
  expect(withFormerNames(before, {}, [])).toEqual({});
});
