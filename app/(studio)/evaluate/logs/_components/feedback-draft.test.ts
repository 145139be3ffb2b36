import { expect, test } from "vitest";
import { controlOf, foundOf } from "./feedback-draft";

const template = { choices: [] as string[], multi_choice: false };
const tones = { choices: ["kind", "rude"] };

test.each([
  [
    { ...template, output: "Pass/Fail" as const },
    { kind: "one", options: ["Passed", "Failed"] },
  ],
  [{ ...template, output: "score" as const }, { kind: "number" }],
  [{ ...template, output: "numeric" as const }, { kind: "number" }],
  [
    { ...template, ...tones, output: "choices" as const },
    { kind: "one", options: ["kind", "rude"] },
  ],
  [
    { ...template, ...tones, output: "choices" as const, multi_choice: true },
    { kind: "many", options: ["kind", "rude"] },
  ],
  [{ ...template, output: "choices" as const }, { kind: "text" }],
  [{ ...template, output: "reason" as const }, { kind: "text" }],
])("the control for correcting an output of %j is %j", (of, control) => expect(controlOf(of)).toEqual(control));

test.each([
  ["Passed", "Passed"],
  [0.5, 0.5],
  [{ choice: "kind", score: 1 }, "kind"],
  [{ choices: ["kind", "rude"] }, ["kind", "rude"]],
  [["kind"], ["kind"]],
  [null, null],
  [{}, null],
])("the feedback value of output %j is %j", (output, found) => expect(foundOf(output)).toEqual(found));
