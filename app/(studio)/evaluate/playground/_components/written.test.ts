import { expect, test } from "vitest";
import { inputDraftIn } from "./input-draft";

test("What was written is read back as it was", () => {
  const written = { at: "row 1", texts: { output: "Hello\n", expected: "" }, more: ["tone"] };
  expect(inputDraftIn(JSON.stringify(written))).toEqual(written);
});

test.each([null, "", "{", "null", "[]", '{"texts":{}}', '{"texts":[],"more":[]}'])("%j holds nothing", (stored) => {
  expect(inputDraftIn(stored)).toBeNull();
});

test("What is no text is left out", () => {
  expect(inputDraftIn('{"at":4,"texts":{"a":1,"b":"two"},"more":["b",null]}')).toEqual({
    at: null,
    texts: { b: "two" },
    more: ["b"],
  });
});
