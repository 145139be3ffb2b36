import { expect, test } from "vitest";
import { changesBetween, valueAt } from "./diff";

const one = {
  tracing: "off",
  rate_limiting: { enabled: true, rpm: 5 },
  providers: { a: { models: ["x", "y"] }, b: {} },
};

test.each<[string, object, object, string[]]>([
  ["the same", one, structuredClone(one), []],
  ["members in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ["a value", one, { ...one, tracing: "full" }, ["changed tracing"]],
  ["a value inside", one, { ...one, rate_limiting: { enabled: true, rpm: 6 } }, ["changed rate_limiting.rpm"]],
  ["what is new, and what is gone", { a: 1 }, { b: { c: 1 } }, ["removed a", "added b"]],
  ["a list", one, { ...one, providers: { a: { models: ["y", "x"] }, b: {} } }, ["changed providers.a.models"]],
  ["another kind of value", { a: { b: 1 } }, { a: "b" }, ["changed a"]],
])("%s", (_, before, after, expected) => {
  const changes = changesBetween({ ...before }, { ...after });
  expect(changes.map(({ kind, path }) => `${kind} ${path.join(".")}`)).toEqual(expected);
});

test("a path leads to its value", () => {
  expect(valueAt(one, ["providers", "a", "models"])).toEqual(["x", "y"]);
  expect(valueAt(one, ["tracing", "length"])).toBeUndefined();
});
