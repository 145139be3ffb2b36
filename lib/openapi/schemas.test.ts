import { expect, test } from "vitest";
import { z } from "zod";
import { wordsByPath } from "./field-words";
import { collectSchemas } from "./schemas";

const ORDER = { type: "integer" };

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
      properties: { priority: { description: wordsByPath.input.priority } },
      examples: [{ properties: { priority: {} } }],
    },
  });
});

test("of the general words, those of the most names before the member count, and requests have some of their own", () => {
  const { input, output } = wordsByPath;
  const settings = z.object({ name: z.string(), order: z.int() });
  const named = (owner: string) => collectSchemas().of(settings, "input", owner).properties;
  expect(named("createQueue")).toMatchObject({ name: { description: input["createQueue.name"] } });
  expect(named("other")).toEqual({ name: { type: "string" }, order: { ...ORDER, description: input.order } });
  expect(collectSchemas().of(settings, "output").properties).toEqual({
    name: { type: "string", description: output.name },
    order: ORDER,
  });
});
