import { expect, test } from "vitest";
import { columnsFor, inputKeysOf, inputsText, isOpen, mappingOf, withAdded } from "./mapping";

test("each input is listed once, and is required if any template requires it", () => {
  const keys = inputKeysOf([
    { required_keys: ["output", "context"], optional_keys: ["context"] },
    { required_keys: ["input", "output"], optional_keys: [] },
    { required_keys: [], optional_keys: ["input", "note"] },
  ]);
  expect(keys).toEqual([
    { key: "output", isOptional: false },
    { key: "input", isOptional: false },
    { key: "context", isOptional: true },
    { key: "note", isOptional: true },
  ]);
});

test("inputs are listed in one line without duplicates", () => {
  expect(inputsText([{ required_keys: ["input", "output"], optional_keys: ["input"] }])).toBe(
    "output, input (optional)",
  );
  expect(inputsText([{ required_keys: [], optional_keys: [] }])).toBe("");
});

test("added inputs follow the declared ones, without duplicates", () => {
  expect(
    [
      { required_keys: [], optional_keys: [] },
      { required_keys: [], optional_keys: ["a"] },
    ].map(isOpen),
  ).toEqual([true, false]);
  expect(withAdded([{ key: "text", isOptional: false }], ["tone", "text", "tone"])).toEqual([
    { key: "text", isOptional: false },
    { key: "tone", isOptional: true },
  ]);
});

const columns = [
  { id: "1", name: "Output" },
  { id: "2", name: "Expected response" },
  { id: "3", name: "question" },
];
const keys = ["output", "expected_response", "input"].map((key) => ({ key, isOptional: false }));

test.each<[string, Record<string, string>, Record<string, string>]>([
  ["columns of the same name are taken by themselves", {}, { output: "1", expected_response: "2", input: "" }],
  ["what was chosen stands", { output: "3", input: "3" }, { output: "3", expected_response: "2", input: "3" }],
  ["also that it comes from none", { output: "" }, { output: "", expected_response: "2", input: "" }],
  ["a column of another dataset is none", { output: "9" }, { output: "1", expected_response: "2", input: "" }],
])("%s", (_, chosen, found) => {
  expect(columnsFor(keys, columns, chosen)).toEqual(found);
});

test("inputs without a column are not sent", () => {
  expect(mappingOf({ output: "1", input: "" })).toEqual({ output: "1" });
});
