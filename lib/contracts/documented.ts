// What the API's description shows of a schema that takes or answers more than it says, for published clients.
import type { z } from "zod";

const documented = new WeakMap<z.core.$ZodType, z.ZodType>();

/** The schema, described as `shown`: what only published clients send or read does not appear. */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, shown: z.ZodType): Schema {
  documented.set(schema, shown);
  return schema;
}

/** What to show of a schema, or of the one that it was derived from, as by `.meta()`. */
export function documentationOf(schema: z.core.$ZodType): z.ZodType | undefined {
  const { parent } = schema._zod;
  return documented.get(schema) ?? (parent && documentationOf(parent));
}
