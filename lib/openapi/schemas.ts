// JSON Schemas of the contracts. What has an id of its own (`.meta({ id })`) is defined once, among the document's components.
import { z } from "zod";
import { documentationOf } from "@/lib/contracts/documented";
import { fieldWords } from "./words";

export type Schema = Record<string, unknown>;
export type Direction = "input" | "output";

export interface SchemaCollection {
  /** The shared schemas that those made so far refer to, by id. */
  readonly components: Record<string, Schema>;
  /** Answers that several operations give, by name. */
  readonly responses: Record<string, Schema>;
  of(schema: z.ZodType, direction: Direction): Schema;
}

export function collectSchemas(): SchemaCollection {
  const components: Record<string, Schema> = {};
  const collection: SchemaCollection = {
    components,
    responses: {},
    of(schema, direction) {
      const {
        $schema: _,
        $defs = {},
        ...own
      } = z.toJSONSchema(schema, {
        io: direction,
        unrepresentable: "any",
        override: ({ zodSchema, jsonSchema }) => {
          const shown = jsonSchema.$ref === undefined ? documentationOf(zodSchema) : undefined;
          if (shown) replace(jsonSchema, { ...collection.of(shown, direction), ...ownWords(zodSchema) });
          else dropNoise(jsonSchema, direction);
        },
      });
      for (const [id, definition] of Object.entries($defs)) {
        const shared = refersToComponents(definition) as Schema; // safe because a definition is an object
        const known = components[id];
        if (known && JSON.stringify(known) !== JSON.stringify(shared))
          throw new Error(`Schema ${id} has two shapes: requests and answers need schemas of their own.`);
        components[id] = shared;
      }
      return refersToComponents(own) as Schema; // safe as above
    },
  };
  return collection;
}

function replace(schema: Schema, other: Schema): void {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, other);
}

/** What a schema adds to the one that it was derived from. */
function ownWords(schema: z.core.$ZodType): Schema {
  const { id: _, ...words } = z.globalRegistry.get(schema) ?? {};
  return words;
}

/** Patterns that other languages cannot read: letters by their Unicode property. */
const ONLY_IN_JAVASCRIPT = /\\p\{/;
const takesAnything = (schema: z.core.JSONSchema.BaseSchema): boolean =>
  Object.keys(schema).every((key) => key === "description");

/**
 * What zod writes out although it says nothing: a format's pattern, bounds of any whole number, choices beside one that takes
 * anything. Answers may gain members.
 */
function dropNoise(schema: z.core.JSONSchema.BaseSchema, direction: Direction): void {
  if (schema.format !== undefined || (schema.pattern && ONLY_IN_JAVASCRIPT.test(schema.pattern))) delete schema.pattern;
  if (schema.anyOf?.some(takesAnything)) delete schema.anyOf;
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    if (typeof member === "object" && fieldWords[name] && !member.$ref) member.description ??= fieldWords[name];
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (direction === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
}

/** zod puts shared schemas beside the one that uses them; here each reference leads to the components instead. */
function refersToComponents(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(refersToComponents);
  if (node === null || typeof node !== "object") return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === "$ref" && typeof value === "string"
        ? [key, value.replace("#/$defs/", "#/components/schemas/")]
        : [key, refersToComponents(value)],
    ),
  );
}
