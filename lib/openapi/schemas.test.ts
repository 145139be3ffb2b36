import { expect, test } from "vitest";
import { z } from "zod";
import { collectSchemas } from "./schemas";
import { fieldWords } from "./words";

const propertiesOf = (schema: z.ZodType) => collectSchemas().of(schema, "input").properties;

test("a choice keeps the types and words of a schema that another member has too", () => {
  const text = z.string().max(5).optional().meta({ description: "A word" });
  const first = text.meta({ description: "Another name for it" });
  expect(propertiesOf(z.object({ first, either: z.object({ text: text.nullable() }) }))).toMatchObject({
    first: { type: "string", maxLength: 5, description: "Another name for it" },
    either: {
      properties: { text: { anyOf: [{ type: "string", maxLength: 5, description: "A word" }, { type: "null" }] } },
    },
  });
});

test("a choice beside one that takes anything is left out", () => {
  expect(propertiesOf(z.object({ value: z.union([z.string(), z.unknown()]) }))).toEqual({ value: {} });
});

test("a member has its own words, else the general ones of its name; examples have none", () => {
  const priority = z.int().optional().meta({ description: "Its own" });
  const first = priority.meta({ description: "Another name for it" });
  const plain = z.object({ priority: z.int() }).meta({ examples: [{ properties: { priority: {} } }] });
  expect(propertiesOf(z.object({ first, shared: z.object({ priority }), plain }))).toMatchObject({
    shared: { properties: { priority: { description: "Its own" } } },
    plain: {
      properties: { priority: { description: fieldWords.priority } },
      examples: [{ properties: { priority: {} } }],
    },
  });
});
