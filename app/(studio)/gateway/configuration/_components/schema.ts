// The JSON Schema of configurations, as far as the forms use it: structure, titles and accepted values.
import { isRecord } from "@/lib/records";
import { type Path, valueAt, withValue } from "./values";

export interface Schema {
  type?: string;
  title?: string;
  description?: string;
  /** A description of the behaviour if nothing is set. */
  "x-unset"?: string;
  default?: unknown;
  const?: unknown;
  enum?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  required?: readonly string[];
  maxLength?: number;
  writeOnly?: boolean;
}

/** The schema at a path; null if no value is allowed there. The value selects the variant. */
export function schemaAt(schema: Schema, value: unknown, [step, ...rest]: Path): Schema | null {
  const here = variantOf(schema, value);
  if (step === undefined) return here;
  const { items, properties = {}, additionalProperties: others } = here;
  const named = Object.hasOwn(properties, step) ? properties[step] : typeof others === "object" ? others : undefined;
  const next = typeof step === "number" ? items : named;
  const inner = typeof step === "number" ? Array.isArray(value) && value[step] : isRecord(value) && value[step];
  return next ? schemaAt(next, inner, rest) : null;
}

const variantOf = (schema: Schema, value: unknown): Schema =>
  schema.oneOf?.find(({ properties = {} }) =>
    Object.entries(properties).every(
      ([name, { const: constant }]) => constant === undefined || (isRecord(value) && value[name] === constant),
    ),
  ) ?? schema;

/** The values of the member that distinguishes variants, e.g. the types of rules. */
export const variantsOf = (schema: Schema, name: string): string[] =>
  (schema.oneOf ?? []).flatMap(({ properties = {} }) => {
    const constant = properties[name]?.const;
    return typeof constant === "string" ? [constant] : [];
  });

export type Kind =
  | "choice"
  | "several"
  | "switch"
  | "number"
  | "secret"
  | "text"
  | "lines"
  | "numbers"
  | "pairs"
  | "json"
  | "fields"
  | "entries";

/** The kind of control for a value. */
export function kindOf(schema: Schema): Kind {
  const { type, items, additionalProperties: others, anyOf } = schema;
  if (schema.writeOnly && type === "string") return "secret";
  if (schema.enum) return "choice";
  if (type === "boolean") return "switch";
  if (type === "array") {
    if (items?.enum) return "several";
    if (items?.type === "object") return "entries";
    return items?.type === "string" ? "lines" : "numbers";
  }
  if (type === "object") {
    if (schema.properties) return "fields";
    return typeof others === "object" && (others.type || others.anyOf) ? "pairs" : "json";
  }
  return type === "number" || type === "integer" || anyOf ? "number" : "text";
}

/** The configuration with a new value at the path. An optional section that becomes empty is removed. */
export function withSet(schema: Schema, config: unknown, path: Path, value: unknown): unknown {
  const next = withValue(config, path, value);
  const [parent, name] = [path.slice(0, -1), path.at(-2)];
  const holder = schemaAt(schema, config, path.slice(0, -2));
  const isOptional = typeof name === "string" && holder?.properties?.[name] && !holder.required?.includes(name);
  const left = valueAt(next, parent);
  const isBare = value === undefined && isOptional && isRecord(left) && Object.keys(left).length === 0;
  return isBare ? withSet(schema, next, parent, undefined) : next;
}
