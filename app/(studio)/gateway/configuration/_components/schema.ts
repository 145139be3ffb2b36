// The contract of configurations as JSON Schema, as far as forms read it: what stands where, its title, and what it takes.
import { isRecord, type Path, valueAt, withValue } from "./values";

export interface Schema {
  type?: string;
  title?: string;
  description?: string;
  /** In words, what holds where nothing is set. */
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

/** The schema of what stands at a path; null where nothing may. Which of several it is says the value. */
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
      ([name, { const: told }]) => told === undefined || (isRecord(value) && value[name] === told),
    ),
  ) ?? schema;

/** The values of a member by which variants are told apart, e.g. the types of rules. */
export const variantsOf = (schema: Schema, name: string): string[] =>
  (schema.oneOf ?? []).flatMap(({ properties = {} }) => {
    const told = properties[name]?.const;
    return typeof told === "string" ? [told] : [];
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

/** By which control a value is given. */
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

/** With another value at the path; a section that is left with nothing in it goes as well, where it may be left out. */
export function withSet(schema: Schema, config: unknown, path: Path, value: unknown): unknown {
  const next = withValue(config, path, value);
  const [parent, name] = [path.slice(0, -1), path.at(-2)];
  const holder = schemaAt(schema, config, path.slice(0, -2));
  const isOptional = typeof name === "string" && holder?.properties?.[name] && !holder.required?.includes(name);
  const left = valueAt(next, parent);
  const isBare = value === undefined && isOptional && isRecord(left) && Object.keys(left).length === 0;
  return isBare ? withSet(schema, next, parent, undefined) : next;
}
