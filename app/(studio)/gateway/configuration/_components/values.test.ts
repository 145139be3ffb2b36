import { expect, test } from "vitest";
import { freeName, isSame, rebased, valueAt, withMoved, withName, withValue } from "./values";

const config = {
  providers: { one: { api_key: "****", unknown: { deep: [1] } }, two: {} },
  guardrails: { rules: [{ type: "a" }, { type: "b" }, { type: "c" }] },
};

test.each([
  ["a member", ["providers", "one", "timeout"], 5, { ...config.providers.one, timeout: 5 }],
  ["nothing", ["providers", "one", "api_key"], undefined, { unknown: { deep: [1] } }],
  ["nothing, where nothing is", ["providers", "one", "models", 0], undefined, { ...config.providers.one, models: [] }],
  [
    "a member of what is not an object",
    ["providers", "one", "api_key", "x"],
    1,
    { ...config.providers.one, api_key: { x: 1 } },
  ],
])("sets %s, and leaves everything else unchanged", (_, path, value, expected) => {
  expect(withValue(config, path, value)).toEqual({ ...config, providers: { one: expected, two: {} } });
});

test("adds, removes and moves list entries", () => {
  const rules = ["guardrails", "rules"];
  const typesOf = (config: unknown) => (valueAt(config, rules) as { type: string }[]).map(({ type }) => type).join("");
  expect(typesOf(withValue(config, [...rules, 3], { type: "d" }))).toBe("abcd");
  expect(typesOf(withValue(config, [...rules, 1], undefined))).toBe("ac");
  expect(typesOf(withMoved(config, rules, 0, 2))).toBe("bca");
  expect(withMoved(config, rules, 0, -1)).toBe(config);
});

test("renaming a member keeps its position, and a name that exists is refused", () => {
  expect(Object.keys(valueAt(withName(config, ["providers"], "one", "new"), ["providers"]) as object)).toEqual([
    "new",
    "two",
  ]);
  expect(withName(config, ["providers"], "one", "two")).toBe(config);
  expect([freeName({}, "a"), freeName({ a: 1, "a-2": 1 }, "a")]).toEqual(["a", "a-3"]);
});

const base = { a: 1, b: { c: 1, d: [1] }, gone: 1 };
test.each([
  ["nothing of one's own", base, { a: 2 }, { a: 2 }],
  ["what they left alone", { ...base, a: 5 }, base, { ...base, a: 5 }],
  [
    "members of one section",
    { ...base, b: { c: 9, d: [1] } },
    { ...base, b: { c: 1, d: [2] } },
    { ...base, b: { c: 9, d: [2] } },
  ],
  ["the same value of both", { ...base, a: 5 }, { ...base, a: 6 }, { ...base, a: 5 }],
  ["what was taken out", { a: 1, b: base.b }, { ...base, a: 6 }, { a: 6, b: base.b }],
  ["what both added", { ...base, mine: 1 }, { ...base, theirs: 1 }, { ...base, mine: 1, theirs: 1 }],
])("applies own changes to another person's version: %s", (_, own, theirs, expected) => {
  expect(rebased(base, own, theirs)).toEqual(expected);
});

test.each([
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [[1, 2], [2, 1], false],
  [{}, [], false],
  [null, {}, false],
])("%j and %j are equal: %s", (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected);
});
