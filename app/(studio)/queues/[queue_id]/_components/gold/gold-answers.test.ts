import { describe, expect, test } from "vitest";
import type { FormLabel } from "@/app/_components/label-field/form-label";
import { answersIn, type KnownValues, knownValues, problemsIn } from "./gold-answers";

const label = (label_id: string, type: FormLabel["type"], settings: FormLabel["settings"] = {}): FormLabel => ({
  label_id,
  name: label_id,
  type,
  settings,
  description: null,
  allow_notes: false,
  required: true,
});
const labels = [label("stars", "star"), label("points", "numeric", { min: 0, max: 10 }), label("remark", "text")];

test.each<[string, { label_id: string; value: unknown }[], KnownValues]>([
  ["nothing", [], {}],
  ["the answers that there are", [{ label_id: "stars", value: { rating: 4 } }], { stars: { rating: 4 } }],
  ["nothing of a label that is no longer attached", [{ label_id: "gone", value: { rating: 4 } }], {}],
  ["nothing that a label no longer allows", [{ label_id: "points", value: { value: 11 } }], {}],
])("the form starts with %s", (_, answers, expected) => {
  expect(knownValues(labels, answers)).toEqual(expected);
});

describe("problems and answers", () => {
  test.each<[string, KnownValues, Record<string, string>, string[]]>([
    ["no answer is too few", {}, { stars: "Give at least one answer." }, []],
    ["an empty text is no answer", { remark: { text: "" } }, { stars: "Give at least one answer." }, []],
    ["one answer is enough, whatever is required", { remark: { text: "Fine" } }, {}, ["remark"]],
    ["blanks are not sent", { stars: { rating: 2 }, remark: { text: "" } }, {}, ["stars"]],
  ])("%s", (_, values, problems, sent) => {
    expect(problemsIn(labels, values)).toEqual(problems);
    expect(answersIn(labels, values).map(({ label_id }) => label_id)).toEqual(sent);
  });

  test("an invalid answer has an error at its label", () => {
    expect(Object.keys(problemsIn(labels, { stars: { rating: 2 }, points: { value: 11 } }))).toEqual(["points"]);
  });
});
