// JSON Schemas of the contracts. What has an id of its own (`.meta({ id })`) is defined once, among the document's components.
import { z } from "zod";

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
  return {
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
        override: ({ jsonSchema }) => dropNoise(jsonSchema, direction),
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
}

/** What zod writes out although it says nothing: a format's pattern, bounds of any whole number. Answers may gain members. */
function dropNoise(schema: z.core.JSONSchema.BaseSchema, direction: Direction): void {
  if (schema.format !== undefined) delete schema.pattern;
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
