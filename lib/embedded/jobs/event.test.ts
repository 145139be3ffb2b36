import { expect, it } from "vitest";
import { covers, driverEvent, keyAt } from "./event";

it.each([
  ["a/b", "a/b", true],
  ["a/b", "a/bc", false],
  ["a/*", "a/b.c", true],
  ["a/*", "ab/c", false],
  ["a/b.*", "a/b.c", true],
  ["*", "a/b", true],
  ["*", "inngest/function.failed", false],
  ["inngest/*", "inngest/function.failed", true],
])("the trigger %s covers %s: %s", (pattern, name, expected) => {
  expect(covers(pattern, name)).toBe(expected);
});

it.each([
  ["data.id", '"x"'],
  ["data.user.age", "0"],
  ["data.user", '{"age":0}'],
  ["data.none", null],
  ["data.nothing", "null"],
  ["data.id.length", null],
  ["data.constructor", null],
  ["name", '"a/b"'],
])("the key at %s is %s", (path, expected) => {
  expect(keyAt(driverEvent("a/b", { id: "x", user: { age: 0 }, nothing: null }), path)).toBe(expected);
});
