import { expect, test } from "vitest";
import { inputDraftIn } from "./input-draft";

test("A draft is restored unchanged", () => {
  const written = { at: "row 1", texts: { output: "Hello\n", expected: "" }, more: ["tone"] };
  expect(inputDraftIn(JSON.stringify(written))).toEqual(written);
});

test.each([null, "", "{", "null", "[]", '{"texts":{}}', '{"texts":[],"more":[]}'])("%j is not a draft", (stored) => {
  expect(inputDraftIn(stored)).toBeNull();
});

test("Values that are not strings are left out", () => {
  expect(inputDraftIn('{"at":4,"texts":{"a":1,"b":"two"},"more":["b",null]}')).toEqual({
    at: null,
    texts: { b: "two" },
    more: ["b"],
  });
});
