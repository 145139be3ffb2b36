import { expect, test } from "vitest";
import { CallError } from "@/lib/client/call-error";
import { refusalText, valueProblems } from "./value-problems";

const refused = (fields: Record<string, string[]>) => new CallError(400, "invalid", "variables: refused.", fields);
const missing = refused({ "variables.question": ["Has no value."] });

test.each([
  ["a value that is missing", missing, {}, "Fill in “question” first."],
  [
    "two that are missing",
    refused({ "variables.question": ["Has no value."], "variables.name": ["Has no value."] }),
    {},
    "Fill in “question” and “name” first.",
  ],
  [
    "a wrong one beside one that is missing",
    refused({ "variables.count": ["Must be a number."], "variables.name": ["Has no value."] }),
    { count: "many" },
    "Fill in “name” first. “count”: Must be a number.",
  ],
  ["another field", refused({ "content.model": ["Choose a model."] }), {}, "variables: refused."],
  ["another failure", new Error("The server cannot be reached."), {}, "The server cannot be reached."],
])("a column without an answer says why: %s", (_, error, texts, text) => expect(refusalText(error, texts)).toBe(text));

test("values are marked until they are changed", () => {
  const wrong = refused({ "variables.count": ["Must be a number."], "variables.name": ["Has no value."] });
  const states = [
    { error: wrong, texts: { count: "many" } },
    { error: null, texts: {} },
  ];
  expect(valueProblems(states, { count: "many" })).toEqual({ count: "Must be a number.", name: "Enter a value." });
  expect(valueProblems(states, { count: "3", name: "Ada" })).toEqual({});
});
