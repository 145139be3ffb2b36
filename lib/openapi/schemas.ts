// JSON Schemas of the contracts. What has an id of its own (`.meta({ id })`) is defined once, among the document's components.
import { z } from "zod";
import { documentationOf } from "@/lib/contracts/documented";
import { isRecord } from "@/lib/records";
import { fieldWords, type Use } from "./field-words";

export type Schema = Record<string, unknown>;
export type Direction = "input" | "output";

export interface SchemaCollection {
  /** The shared schemas that those made so far refer to, by id. */
  readonly components: Record<string, Schema>;
  /** Answers that several operations give, by name. */
  readonly responses: Record<string, Schema>;
  /** The schema of what `owner`, an operation, takes or answers. Words of its members may depend on the owner. */
  of(schema: z.ZodType, use: Use, owner?: string): Schema;
}

export function collectSchemas(): SchemaCollection {
  const components: Record<string, Schema> = {};
  const written = (schema: z.ZodType, direction: Direction): Schema => {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io: direction,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        const shown = jsonSchema.$ref === undefined ? documentationOf(zodSchema) : undefined;
        if (shown) replace(jsonSchema, { ...written(shown, direction), ...ownWords(zodSchema) });
        else dropNoise(jsonSchema, direction);
      },
    });
    for (const [id, definition] of Object.entries($defs)) {
      const shared = finished(definition, [id], direction);
      const known = components[id];
      if (known && JSON.stringify(known) !== JSON.stringify(shared))
        throw new Error(`Schema ${id} has two shapes: requests and answers need schemas of their own.`);
      components[id] = shared;
    }
    return own;
  };
  return {
    components,
    responses: {},
    of: (schema, use, owner = "") => finished(written(schema, use === "output" ? "output" : "input"), [owner], use),
  };
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

/** What zod writes out although it says nothing: a format's pattern, bounds of any whole number. Answers may gain members. */
function dropNoise(schema: z.core.JSONSchema.BaseSchema, direction: Direction): void {
  if (schema.format !== undefined || (schema.pattern && ONLY_IN_JAVASCRIPT.test(schema.pattern))) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (direction === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
}

/** Values, which may look like schemas and are none. */
const VALUES = new Set(["examples", "default", "const", "enum", "required"]);
const takesAnything = (schema: unknown): boolean =>
  isRecord(schema) && Object.keys(schema).every((key) => key === "description");

/**
 * A schema that zod has written to its end: before that, parts of it may still be empty. zod puts shared schemas beside the one that
 * uses them; here each reference leads to the components. Choices beside one that takes anything say nothing. Members without
 * words get those of their path: the names on the way to them.
 */
function finished(schema: Schema, path: Path, use: Use): Schema {
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === "$ref" && typeof value === "string") return [key, value.replace("#/$defs/", "#/components/schemas/")];
    if (key === "properties" && isRecord(value)) return [key, membersOf(value, path, use)];
    return [key, VALUES.has(key) ? value : within(value, path, use)];
  });
  const own = Object.fromEntries(entries);
  if (Array.isArray(own.anyOf) && own.anyOf.some(takesAnything)) delete own.anyOf;
  return own;
}

type Path = readonly string[];

const within = (value: unknown, path: Path, use: Use): unknown => {
  if (Array.isArray(value)) return value.map((entry) => within(entry, path, use));
  return isRecord(value) ? finished(value, path, use) : value;
};

const membersOf = (properties: Schema, path: Path, use: Use): Schema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const at = [...path, name];
      const own = within(member, at, use);
      const words = isRecord(own) && !own.$ref && !own.description ? fieldWords(at, use) : undefined;
      if (!words || !isRecord(own)) return [name, own];
      return [name, { ...own, description: use === "output" && !mayBeNull(own) ? withoutNull(words) : words }];
    }),
  );

/** Whether a value of the schema may be null. One that says nothing takes anything. */
export function mayBeNull({ type, const: only, anyOf, enum: values }: Schema): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one) => isRecord(one) && !one.$ref && mayBeNull(one));
  if (type === undefined) return only === undefined && values === undefined;
  return [type].flat().includes("null");
}

/** Words that several members share may end with what null means. Of one that is never null they say nothing of it. */
export const withoutNull = (words: string): string => words.replace(/; null\b.*$/, "");
