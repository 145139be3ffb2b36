import { expect, it } from "vitest";
import { inputNames } from "./input-names";

it.each([
  [
    "what a function takes apart",
    "function evaluate({ text, list: all, 'a b': c }, params) { return 1 }",
    ["text", "list", "a b"],
  ],
  ["an arrow", "const evaluate = ({ text }) => text.length", ["text"]],
  [
    "what is read of them, once each",
    "const evaluate = (given) => given.text + given?.text + given['long name']",
    ["text", "long name"],
  ],
  [
    "what is taken apart later",
    "function evaluate(inputs) { const { a, b } = inputs; return a + b + inputs.c }",
    ["a", "b", "c"],
  ],
  ["another object's member of that name", "const evaluate = (inputs) => ({ inputs: 1 }).inputs + inputs.a", ["a"]],
  ["also of a module", "export const x = 1; async function evaluate({ a }) { return await a }", ["a"]],
  ["nothing of all of them", "const evaluate = (inputs) => Object.keys(inputs).length + inputs.a", []],
  ["nothing of the rest", "const evaluate = ({ a, ...rest }) => a", []],
  ["nothing of a name that is computed", "const evaluate = (inputs, { name }) => inputs[name]", []],
  ["nothing where a default would be undone", "const evaluate = ({ a = 'none' }) => a", []],
  ["nothing without inputs", "const evaluate = () => 1", []],
  ["nothing without the function", "const other = ({ a }) => a", []],
  ["nothing of what cannot be read", "function evaluate( {", []],
])("finds the inputs: %s", (_, code, names) => expect(inputNames(code)).toEqual(names));

it("reads deeply nested code", () => {
  const code = `const evaluate = (inputs) => inputs.a + b${".c".repeat(40_000)}`;
  expect(inputNames(code)).toEqual(["a"]);
});
