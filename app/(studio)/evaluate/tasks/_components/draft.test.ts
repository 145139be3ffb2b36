import { expect, test } from "vitest";
import { draftForTraces, evaluationsOf, filtersOf, mappingFor, newDraft, previewOf, requestOf } from "./draft";

const draft = newDraft("p");

test("the request contains only the filters that are set", () => {
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

test("blank mappings, parameters, models and evaluations without a template are not sent", () => {
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

test("the preview needs a project, and leaves out incomplete evaluations", () => {
  expect(previewOf(newDraft(null), () => true)).toBeNull();
  const evaluations = [{ key: 1, templateId: "t", mapping: {}, params: {}, model: "" }];
  const ready = { ...draft, evaluations, percent: 25 };
  expect(previewOf(ready, () => true)).toMatchObject({ sampling_rate: 0.25, evaluations: [{ template_id: "t" }] });
  expect(previewOf(ready, () => false)).toMatchObject({ evaluations: [] });
});

test("inputs with common names have a default mapping", () => {
  expect(mappingFor(["Output", "input", "context"])).toEqual({
    Output: "span.output",
    input: "span.input",
    context: "",
  });
});

test("selected traces are previewed, and become the task's first backfill", () => {
  const traces = { filters: { has_error: true } };
  const chosen = { ...draftForTraces("p", traces), ceiling: "2.50" };
  expect(previewOf(chosen, () => true)).toMatchObject({ traces });
  expect(requestOf(chosen)).toMatchObject({ continuous: false, backfill: { traces, ceiling_micros: 2_500_000 } });
  expect(requestOf(draft)).not.toHaveProperty("backfill");
});
