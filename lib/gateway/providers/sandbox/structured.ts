// An answer in the form of any JSON schema, without a model: what a program reads, it can be tried with.
import { isRecord, recordIn, textIn } from "@/lib/records";

const SAID = "Written by the gateway's sandbox without a model, for whoever reads this form";
/** Entries of a list whose length the schema leaves open. */
const ENTRIES = 8;
const MAX_VALUES = 2_000;

/** The first values that the schema allows; texts differ from place to place. Null where the request asks for no form. */
export function structuredText(format: unknown, lot: string): string | null {
  const { json_schema: named } = recordIn(format);
  const { schema } = recordIn(named);
  if (!isRecord(schema)) return null;
  let left = MAX_VALUES;
  const fill = (given: unknown, path: string, index: number): unknown => {
    left -= 1;
    const { type, enum: choices, const: fixed, properties, items, format: kind, anyOf, description } = recordIn(given);
    if (left < 0) return null;
    if (fixed !== undefined) return fixed;
    if (Array.isArray(choices)) return choices[index % choices.length];
    if (Array.isArray(anyOf)) return fill(anyOf[0], path, index);
    const [first] = Array.isArray(type) ? type : [type];
    if (first === "object")
      return Object.fromEntries(
        Object.entries(recordIn(properties)).map(([name, inner]) => [name, fill(inner, `${path}.${name}`, index)]),
      );
    if (first === "array")
      return Array.from({ length: ENTRIES }, (_, entry) => fill(items, `${path}.${entry + 1}`, entry));
    if (first === "integer" || first === "number") return index + 1;
    if (first === "boolean") return index % 2 === 0;
    if (first === "null") return null;
    if (kind === "date-time") return "2026-01-01T00:00:00Z";
    return `${SAID} (${lot}, ${path.slice(1)}): ${textIn(description) || "text"}`;
  };
  return JSON.stringify(fill(schema, "", 0));
}
