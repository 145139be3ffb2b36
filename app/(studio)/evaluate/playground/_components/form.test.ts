import { expect, test } from "vitest";
import { filled, keysOf, textsOf } from "./form";

test("keys stand once, those that are required first", () => {
  expect(keysOf({ required_keys: ["a", "b"], optional_keys: ["b", "c"] })).toEqual(["a", "b", "c"]);
});

test("what is blank, or no field of the template, is not given", () => {
  expect(filled(["a", "b", "c"], { a: "x", b: " \n", other: "y" })).toEqual({ a: "x" });
});

test("values come back into the form as they would be typed", () => {
  expect(textsOf({ a: "x", b: 4, c: ["x", 1], d: null, e: false })).toEqual({
    a: "x",
    b: "4",
    c: '["x",1]',
    d: "",
    e: "false",
  });
});
