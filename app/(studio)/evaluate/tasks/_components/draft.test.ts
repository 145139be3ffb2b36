import { expect, test } from "vitest";
import { evaluationsOf, filtersOf, mappingFor, newDraft, previewOf } from "./draft";

const draft = newDraft("p");

test("filters say only what is set", () => {
  expect(filtersOf(draft)).toEqual({ observation_types: ["llm"] });
  const attribute = { key: " tier ", operator: "equals", value: "paid" } as const;
  expect(filtersOf({ ...draft, types: [], spanName: " answer ", attribute, entryOnly: true })).toEqual({
    name: "answer",
    attributes: [{ key: "tier", operator: "equals", value: "paid" }],
    entry_only: true,
  });
  expect(filtersOf({ ...draft, attribute: { ...attribute, operator: "exists" } }).attributes).toEqual([
    { key: "tier", operator: "exists" },
  ]);
});

test("blank mappings, parameters and models are not given, and neither are evaluations without a template", () => {
  const evaluation = {
    key: 1,
    templateId: "t",
    mapping: { output: "span.output", context: " " },
    params: { k: "" },
    model: " ",
  };
  const [empty] = draft.evaluations;
  expect(evaluationsOf({ ...draft, evaluations: [evaluation, ...(empty ? [empty] : [])] })).toEqual([
    { template_id: "t", mapping: { output: "span.output" }, params: {} },
  ]);
});

test("nothing is counted before there is a project, and what is not complete is not priced", () => {
  expect(previewOf(newDraft(null), () => true)).toBeNull();
  const evaluations = [{ key: 1, templateId: "t", mapping: {}, params: {}, model: "" }];
  const ready = { ...draft, evaluations, percent: 25 };
  expect(previewOf(ready, () => true)).toMatchObject({ sampling_rate: 0.25, evaluations: [{ template_id: "t" }] });
  expect(previewOf(ready, () => false)).toMatchObject({ evaluations: [] });
});

test("inputs of usual names are mapped at first", () => {
  expect(mappingFor(["Output", "input", "context"])).toEqual({
    Output: "span.output",
    input: "span.input",
    context: "",
  });
});
