// A value for any JSON schema, without a model.
import { isRecord, recordIn, textIn } from "@/lib/records";

const NOTE = "Written by the gateway's sandbox without a model";
/** Entries of a list whose length the schema does not limit. */
const ENTRIES = 8;
const MAX_VALUES = 2_000;
const MAX_CHARACTERS = 10_000;
/** Below the first depth objects have their required members alone and lists are short; below the second all is null. */
const OPEN_DEPTH = 12;
const MAX_DEPTH = 32;
/** Schemas that are read behind references and in alternatives, so that those that refer to each other end. */
const MAX_STEPS = 10_000;

type Schema = Record<string, unknown>;

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  time: "00:00:00Z",
  duration: "P1D",
  email: "sandbox@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/**
 * A value that the schema allows, the same each time; texts name `seed` and their path, so that they differ. Patterns and
 * conditions (`pattern`, `if`, `not`) are not followed.
 */
export function fillSchema(root: Schema, seed: string): unknown {
  let left = MAX_VALUES;
  const resolve = resolver(root);

  const fill = (schema: Schema, path: string, index: number, depth: number): unknown => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH) return null;
    if (schema.const !== undefined) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[index % schema.enum.length];
    switch (typeOf(schema)) {
      case "object":
        return fillObject(schema, path, index, depth);
      case "array":
        return fillArray(schema, path, depth);
      case "integer":
      case "number":
        return numberFor(schema, index + 1);
      case "boolean":
        return index % 2 === 0;
      case "null":
        return null;
      default:
        return textFor(schema, `${NOTE} (${seed}, ${path.slice(1)}): ${textIn(schema.description) || "text"}`);
    }
  };

  const fillObject = (schema: Schema, path: string, index: number, depth: number) => {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const members = Object.entries(recordIn(schema.properties));
    const shown = depth < OPEN_DEPTH ? members : members.filter(([name]) => required.has(name));
    return Object.fromEntries(
      shown.map(([name, member]) => [name, fill(resolve(member), `${path}.${name}`, index, depth + 1)]),
    );
  };

  const fillArray = (schema: Schema, path: string, depth: number) => {
    const fixed = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    const open = depth < OPEN_DEPTH ? ENTRIES : 0;
    const most = schema.items === false ? fixed.length : numberOr(schema.maxItems, Number.POSITIVE_INFINITY);
    const length = Math.min(left, most, Math.max(numberOr(schema.minItems, 0), fixed.length, open));
    return Array.from({ length }, (_, entry) =>
      fill(resolve(fixed[entry] ?? schema.items), `${path}.${entry + 1}`, entry, depth + 1),
    );
  };

  return fill(resolve(root), "", 0, 0);
}

/** Reads a schema itself, behind its references, with the first of its alternatives and all of its parts. */
function resolver(root: Schema) {
  let steps = 0;
  const resolve = (value: unknown, depth = 0): Schema => {
    const { $ref, anyOf, oneOf, allOf, ...own } = recordIn(value);
    steps += 1;
    if (steps > MAX_STEPS || depth > MAX_DEPTH) return own;
    const referred = typeof $ref === "string" ? [schemaAt(root, $ref)] : [];
    const alternatives = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.slice(0, 1) : []));
    const parts = [...referred, ...alternatives, ...(Array.isArray(allOf) ? allOf : [])];
    return parts.map((part) => resolve(part, depth + 1)).reduce(merge, own);
  };
  return resolve;
}

const merge = (left: Schema, right: Schema): Schema => ({
  ...right,
  ...left,
  ...(left.properties || right.properties
    ? { properties: { ...recordIn(right.properties), ...recordIn(left.properties) } }
    : {}),
});

/** The target of a reference within the document: `#/$defs/address`. */
function schemaAt(root: Schema, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  const steps = reference.split("/").slice(1);
  return steps.reduce<unknown>((value, step) => recordIn(value)[decodeStep(step)], root);
}

const decodeStep = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

function typeOf({ type, properties, items, prefixItems }: Schema): unknown {
  if (Array.isArray(type)) return type.find((name) => name !== "null") ?? "null";
  if (type !== undefined) return type;
  if (isRecord(properties)) return "object";
  return items === undefined && prefixItems === undefined ? undefined : "array";
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** The wanted number, or the nearest one that the schema's bounds and its step allow. */
function numberFor(schema: Schema, target: number): number {
  const isWhole = schema.type === "integer";
  const step = numberOr(schema.multipleOf, isWhole ? 1 : 0);
  const beside = step || 0.5;
  const least = Math.max(
    numberOr(schema.minimum, Number.NEGATIVE_INFINITY),
    numberOr(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY) + beside,
  );
  const most = Math.min(
    numberOr(schema.maximum, Number.POSITIVE_INFINITY),
    numberOr(schema.exclusiveMaximum, Number.POSITIVE_INFINITY) - beside,
  );
  const bounded = Math.max(least, Math.min(most, target));
  if (step === 0) return bounded;
  const below = Math.floor(bounded / step) * step;
  return below >= least ? below : Math.ceil(bounded / step) * step;
}

function textFor(schema: Schema, text: string): string {
  const format = formats[textIn(schema.format)];
  if (format !== undefined) return format;
  const long = text.padEnd(Math.min(MAX_CHARACTERS, numberOr(schema.minLength, 0)), ".");
  return typeof schema.maxLength === "number" ? long.slice(0, schema.maxLength) : long;
}
