import { expect, test } from "vitest";
import { filled, keysOf, textsOf } from "./form";

test("keys are listed once, required ones first", () => {
  expect(keysOf({ required_keys: ["a", "b"], optional_keys: ["b", "c"] })).toEqual(["a", "b", "c"]);
});

test("blank values and unknown fields are not sent", () => {
  expect(filled(["a", "b", "c"], { a: "x", b: " \n", other: "y" })).toEqual({ a: "x" });
});

test("values return to the form as typed text", () => {
  expect(textsOf({ a: "x", b: 4, c: ["x", 1], d: null, e: false })).toEqual({
    a: "x",
    b: "4",
    c: '["x",1]',
    d: "",
    e: "false",
  });
});
