import { expect, test } from "vitest";
import {
  emptyTemplate,
  inputsIn,
  newChoice,
  newExample,
  newPart,
  settingsOf,
  type TemplateForm,
} from "./template-form";

const judged = { ...emptyTemplate("judged"), instructions: "Does {{ output }} answer {{input}}, for {{row.id}}?" };
const shared = { description: "", tags: [], pass_threshold: 0.5, error_localizer_enabled: false };
const example = { ...newExample(), inputs: { output: "Oslo", gone: "x" }, output: " Passed ", reason: " It does. " };

test("finds inputs in the text, and keeps those filled by the context separate", () => {
  expect(inputsIn(judged.instructions)).toEqual({ inputs: ["output", "input"], contexts: ["row.id"] });
  expect(inputsIn("None.")).toEqual({ inputs: [], contexts: [] });
});

test.each<[string, TemplateForm, object]>([
  [
    "a judged one",
    { ...judged, tags: "RAG, ,RAG, mine", model: " sandbox/judge ", examples: [example] },
    {
      ...shared,
      tags: ["RAG", "mine"],
      output_type: "pass_fail",
      instructions: judged.instructions,
      model: "sandbox/judge",
      few_shot_examples: [{ inputs: { output: "Oslo", input: "" }, output: "Passed", reason: "It does." }],
    },
  ],
  [
    "one that chooses several",
    {
      ...judged,
      output: "deterministic",
      multi: true,
      choices: [newChoice("calm", 1), newChoice(" ", 1), newChoice("warm")],
      examples: [{ ...example, output: "calm, warm", reason: "" }],
    },
    {
      ...shared,
      output_type: "deterministic",
      instructions: judged.instructions,
      choice_scores: { calm: 1, warm: 0 },
      multi_choice: true,
      few_shot_examples: [{ inputs: { output: "Oslo", input: "" }, output: ["calm", "warm"] }],
    },
  ],
  [
    "one that scores",
    { ...judged, output: "percentage", threshold: 0.8, examples: [{ ...example, output: "0.5", reason: "" }] },
    {
      ...shared,
      pass_threshold: 0.8,
      output_type: "percentage",
      instructions: judged.instructions,
      few_shot_examples: [{ inputs: { output: "Oslo", input: "" }, output: 0.5 }],
    },
  ],
  [
    "one of code",
    { ...emptyTemplate("code"), code: "function evaluate() { return 1; }", inputs: "output, , expected" },
    {
      description: "",
      tags: [],
      output_type: "pass_fail",
      pass_threshold: 0.5,
      code: "function evaluate() { return 1; }",
      required_keys: ["output", "expected"],
    },
  ],
  [
    "a composite one, without parts that are not chosen",
    { ...emptyTemplate("composite"), parts: [{ ...newPart(), templateId: "one", weight: 2 }, newPart()] },
    {
      description: "",
      tags: [],
      pass_threshold: 0.5,
      aggregation: "weighted_avg",
      children: [{ template_id: "one", weight: 2 }],
    },
  ],
])("the request for a template: %s", (_, form, body) => expect(settingsOf(form)).toEqual(body));
