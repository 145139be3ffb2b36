import { expect, test } from "vitest";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { plainDefinition } from "@/lib/evaluation/templates/catalogue";
import { definitionChanges } from "./definition-changes";

const before: TemplateDefinition = {
  ...plainDefinition,
  instructions: "Is {{output}} kind?",
  required_keys: ["output"],
  choice_scores: { calm: 1, warm: 0 },
};

test.each<[string, Partial<TemplateDefinition>, object[]]>([
  ["nothing", { choice_scores: { warm: 0, calm: 1 } }, []],
  [
    "a text, and the inputs that follow from it",
    { instructions: "Is {{output}} kind to {{user}}?", required_keys: ["output", "user"] },
    [
      {
        path: ["Criteria"],
        kind: "changed",
        before: "Is {{output}} kind?",
        after: "Is {{output}} kind to {{user}}?",
      },
      { path: ["Inputs"], kind: "changed", before: "output", after: "output, user" },
    ],
  ],
  ["what was not there", { model: "m" }, [{ path: ["Judge"], kind: "added", before: null, after: "m" }]],
  [
    "what is there no more",
    { choice_scores: null },
    [{ path: ["Scores of choices"], kind: "removed", before: { calm: 1, warm: 0 }, after: null }],
  ],
])("shows %s", (_, changes, expected) => {
  expect(definitionChanges({ ...before, model: null }, { ...before, model: null, ...changes })).toEqual(expected);
});
