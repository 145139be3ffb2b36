import { expect, test } from "vitest";
import { readAttributes } from "./attributes";

const deep = (levels: number): unknown =>
  levels === 0 ? { stringValue: "bottom" } : { arrayValue: { values: [deep(levels - 1)] } };

test.each<[string, unknown, unknown]>([
  ["text", { stringValue: "hello" }, "hello"],
  ["empty text", { stringValue: "" }, ""],
  ["true", { boolValue: true }, true],
  ["false", { boolValue: false }, false],
  ["a whole number", { intValue: 7 }, 7],
  ["a whole number as text", { intValue: "-42" }, -42],
  ["zero", { intValue: "0" }, 0],
  ["a number beyond exact JSON", { intValue: "9223372036854775807" }, "9223372036854775807"],
  ["a fraction", { doubleValue: 0.5 }, 0.5],
  ["a fraction as text", { doubleValue: "0.5" }, 0.5],
  ["no number", { doubleValue: "NaN" }, "NaN"],
  ["infinity", { doubleValue: Number.NEGATIVE_INFINITY }, "-Infinity"],
  ["what only says it is a fraction", { doubleValue: "half" }, null],
  ["bytes", { bytesValue: new Uint8Array([1, 2, 3]) }, "AQID"],
  ["bytes in JSON", { bytesValue: "AQID" }, "AQID"],
  ["a list", { arrayValue: { values: [{ intValue: 1 }, { stringValue: "b" }] } }, [1, "b"]],
  ["an empty list", { arrayValue: {} }, []],
  ["a map", { kvlistValue: { values: [{ key: "a", value: { boolValue: true } }] } }, { a: true }],
  ["nothing", {}, null],
  ["null", null, null],
  ["what is no value", "text", null],
  ["NUL inside", { stringValue: "a\0b" }, "a\uFFFDb"],
  ["a lone surrogate", { stringValue: "a\uD800" }, "a\uFFFD"],
])("%s", (_, value, expected) => {
  expect(readAttributes([{ key: "key", value }])).toEqual({ key: expected });
});

test("endless nesting is cut", () => {
  expect(JSON.stringify(readAttributes([{ key: "key", value: deep(20) }]))).toContain("bottom");
  expect(JSON.stringify(readAttributes([{ key: "key", value: deep(5000) }]))).not.toContain("bottom");
});

test("the application's keys are kept, even unusual ones", () => {
  const read = readAttributes([
    { key: "__proto__", value: { stringValue: "mine" } },
    { key: "a\0", value: { intValue: 1 } },
    { key: "twice", value: { intValue: 1 } },
    { key: "twice", value: { intValue: 2 } },
  ]);
  expect(Object.entries(read)).toEqual([
    ["__proto__", "mine"],
    ["a\uFFFD", 1],
    ["twice", 2],
  ]);
});
