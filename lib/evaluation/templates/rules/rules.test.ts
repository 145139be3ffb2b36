import { describe, expect, test } from "vitest";
import { variablesOf } from "../../judge/variables";
import { plainDefinition } from "../catalogue";
import { contextInputs } from "./contexts";
import { checkInputs, isEmptyInput } from "./inputs";
import { normalise, verdictOf } from "./score";

test.each([null, undefined, "", "  \n", [], {}, "[]", "{}", "null", [null, " "], { a: [] }, "[null, {}]"])(
  "%j is an empty input (case 18)",
  (value) => expect(isEmptyInput(value)).toBe(true),
);
test.each([0, false, "0", "x", [0], { a: 1 }, "[1]", "nullable", "{x}"])("%j is not an empty input", (value) =>
  expect(isEmptyInput(value)).toBe(false),
);

describe("inputs", () => {
  const keys = { required_keys: ["input", "output"], optional_keys: [] };
  const judge = { needsAll: true, emptyIsValue: false, nullIsValue: false };
  const own = { ...judge, needsAll: false };
  const metric = { ...judge, emptyIsValue: true };

  test("a built-in judge needs every input filled (case 16)", () => {
    expect(checkInputs(keys, judge, { input: "x", output: " " })).toEqual({
      key: "output",
      problem: "No input received for 'output'. Please check your input.",
    });
    expect(checkInputs(keys, judge, { input: "x" })).toMatchObject({ key: "output" });
    expect(checkInputs({ ...keys, optional_keys: ["output"] }, judge, { input: "x" })).toEqual({
      inputs: { input: "x" },
      warnings: [],
    });
  });

  test.each(["", " ", [], {}, "[]", "null"])("a metric takes %j as a value", (output) =>
    expect(checkInputs(keys, metric, { input: "x", output })).toEqual({ inputs: { input: "x", output }, warnings: [] }),
  );
  test.each([[{ input: "x" }], [{ input: "x", output: undefined }], [{ input: "x", output: null }]])(
    "a metric misses the output of %j",
    (mapping) => expect(checkInputs(keys, metric, mapping)).toMatchObject({ key: "output" }),
  );
  test("null is a value for a metric that reads JSON", () =>
    expect(checkInputs(keys, { ...metric, nullIsValue: true }, { input: null, output: "x" })).toMatchObject({
      inputs: { input: null },
    }));

  test("a custom judge runs with some of its inputs, and warns (case 17)", () => {
    expect(checkInputs(keys, own, { input: "x", output: null, other: "y" })).toEqual({
      inputs: { input: "x", output: "" },
      warnings: [expect.objectContaining({ type: "partial_input", empty_keys: ["output"], filled_keys: ["input"] })],
    });
    expect(checkInputs(keys, own, { input: "{}", output: "" })).toMatchObject({
      problem: expect.stringContaining("any of input, output"),
    });
  });
});

describe("scores", () => {
  test.each([
    ["pass_fail", "Passed", 1],
    ["pass_fail", "Failed", 0],
    ["pass_fail", true, 1],
    ["pass_fail", {}, 0],
    ["percentage", 1.5, 1],
    ["percentage", "-3", 0],
    ["percentage", "0.25", 0.25],
  ] as const)("%s of %j is %j (case 27) (case 28)", (type, value, score) =>
    expect(normalise(type, value, null)).toBe(score),
  );

  test.each([
    ["pass_fail", null],
    ["percentage", "many"],
    ["percentage", ""],
    ["percentage", Number.NaN],
    ["deterministic", []],
    ["deterministic", ["unknown"]],
    ["deterministic", undefined],
  ] as const)("%s of %j has no score, not a 0 (case 27) (case 28) (case 29)", (type, value) =>
    expect(normalise(type, value, { yes: 1 })).toBeNull(),
  );

  test("labels match in any case, and a list scores the mean of its known labels (case 29)", () => {
    const scores = { Yes: 1, No: 0, Half: 0.5 };
    expect(normalise("deterministic", " yes ", scores)).toBe(1);
    expect(normalise("deterministic", ["Yes", "half", "what"], scores)).toBe(0.75);
    expect(normalise("deterministic", { score: 0.4, choice: "x" }, scores)).toBe(0.4);
  });

  test.each([
    [{ output: "score" }, 0.5, { output: 0.5, score: 0.5, passed: true }],
    [{ output: "score" }, 0.49, { passed: false }],
    [{ output: "Pass/Fail" }, 0.5, { output: "Passed", score: 1, passed: true }],
    [{ output: "Pass/Fail" }, "Failed", { output: "Failed", score: 0, passed: false }],
    [{ output: "numeric" }, 31.5, { output: 31.5, score: 31.5, passed: null }],
    [{ output: "reason" }, "Because.", { output: "Because.", score: null, passed: null }],
    [{ output: "choices" }, ["joy", "fear"], { output: ["joy", "fear"], score: null, label: "joy, fear" }],
    [{ output: "choices", choice_scores: { a: 1, b: 0 } }, "a", { output: { score: 1, choice: "a" }, passed: true }],
    [{ output: "choices", choice_scores: { a: 1, b: 0 } }, ["a", "b"], { output: { score: 0.5, choices: ["a", "b"] } }],
  ] as const)("%j: %j becomes %j (case 30)", (scale, result, verdict) =>
    expect(verdictOf({ ...plainDefinition, ...(scale as object) }, result as string)).toMatchObject(verdict),
  );
});

test("criteria can use contexts without a mapping", () => {
  const definition = { instructions: "{{row.name}} and {{ output }} and {{span.a.b}}", messages: [] };
  expect(variablesOf(definition.instructions)).toEqual(["row.name", "output", "span.a.b"]);
  expect(contextInputs(definition, { row: { name: "Ada" } })).toEqual({ "row.name": "Ada", "span.a.b": null });
});

test("criteria reach the same values as a mapping: list entries, keys with dots, JSON within texts", () => {
  const contexts = {
    span: { attributes: { "llm.model": "m" }, tools: [{ name: "track" }] },
    row: { "Expected answer": "42", "v1.2": "x", json: '{"city": "Riga"}' },
  };
  const instructions =
    "{{span.attributes.llm.model}} {{span.tools.0.name}} {{row.Expected answer}} {{row.v1.2}} {{ row.json.city }} {{row.none}}";
  expect(contextInputs({ instructions, messages: [] }, contexts)).toEqual({
    "span.attributes.llm.model": "m",
    "span.tools.0.name": "track",
    "row.Expected answer": "42",
    "row.v1.2": "x",
    "row.json.city": "Riga",
    "row.none": null,
  });
});

test.each([
  ["of any language", "Is {{回答}} like {{réponse}}?", ["回答", "réponse"]],
  ["with blanks", "{{\n Expected answer }}", ["Expected answer"]],
  ["but no JSON, and nothing", '{{"result": "Pass"}} {{}} {{ }} {{a\nb}}', []],
  ["but no sections of mustache", "{{#if output}}{{! note }}{{output}}{{^x}}{{/if}}", ["output"]],
])("variables have names %s", (_, text, names) => expect(variablesOf(text)).toEqual(names));
