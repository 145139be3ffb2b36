import { Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { fillSchema } from "./fill-schema";

const schemas: Record<string, Record<string, unknown>> = {
  "an enumeration": { enum: ["ok", "bad"] },
  "a constant": { const: { a: 1 } },
  "an object": {
    type: "object",
    properties: { name: { type: "string" }, age: { type: "integer" }, isNew: { type: "boolean" } },
    required: ["name", "age", "isNew"],
    additionalProperties: false,
  },
  "a nullable text": { type: ["string", "null"] },
  "only null": { type: ["null"] },
  "bounded numbers": {
    type: "object",
    properties: {
      least: { type: "integer", minimum: 7 },
      most: { type: "number", maximum: 0.25 },
      above: { type: "integer", exclusiveMinimum: 10 },
      below: { type: "number", exclusiveMaximum: 1, minimum: 0 },
      step: { type: "integer", multipleOf: 5, minimum: 3 },
      wide: { type: "integer", multipleOf: 5, maximum: 4 },
    },
    required: ["least", "most", "above", "below", "step", "wide"],
  },
  "bounded texts": {
    type: "object",
    properties: { long: { type: "string", minLength: 400 }, short: { type: "string", maxLength: 3 } },
  },
  "bounded lists": {
    type: "object",
    properties: {
      few: { type: "array", items: { type: "string" }, maxItems: 2 },
      many: { type: "array", items: { enum: [1, 2] }, minItems: 11 },
      pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
      any: { type: "array" },
    },
  },
  "references and a tree": {
    $defs: {
      node: {
        type: "object",
        properties: { name: { type: "string" }, next: { $ref: "#/$defs/node" } },
        required: ["name"],
      },
    },
    $ref: "#/$defs/node",
  },
  alternatives: {
    anyOf: [{ type: "object", properties: { kind: { const: "a" } }, required: ["kind"] }, { type: "string" }],
  },
  "all of them": {
    allOf: [
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      { properties: { b: { type: "integer" } }, required: ["b"] },
    ],
  },
  formats: {
    type: "object",
    properties: Object.fromEntries(
      ["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uuid"].map((format) => [
        format,
        { type: "string", format },
      ]),
    ),
  },
  "no type, but members": { properties: { a: { type: "integer" } }, required: ["a"] },
  "whatever it likes": {},
};

describe("the sandbox fills a schema", () => {
  test.each(Object.entries(schemas))("%s", (_, schema) => {
    const value = fillSchema(schema, "seed");
    expect(new Validator(schema, "2020-12").validate(value).errors).toEqual([]);
    expect(fillSchema(schema, "seed")).toEqual(value);
  });

  test("with bounded output if the schema requires itself endlessly", () => {
    const endless = {
      $ref: "#/$defs/n",
      $defs: { n: { type: "object", properties: { n: { $ref: "#/$defs/n" } }, required: ["n"] } },
    };
    expect(JSON.stringify(fillSchema(endless, "seed")).length).toBeLessThan(50_000);
    expect(fillSchema({ $ref: "#" }, "seed")).toEqual(expect.any(String));
  });

  test("with bounded output if the schema is hostile", () => {
    const self = Array.from({ length: 50 }, () => ({ $ref: "#" }));
    const lists = { type: "array", minItems: 1e9, items: { type: "array", minItems: 1e9, items: { type: "string" } } };
    for (const schema of [{ allOf: self }, lists, { type: "string", minLength: 1e9 }])
      expect(JSON.stringify(fillSchema(schema, "seed")).length).toBeLessThan(500_000);
  });

  test("with a text if a reference leads nowhere", () => {
    expect(fillSchema({ $ref: "#/$defs/nothing" }, "seed")).toEqual(expect.any(String));
  });
});
