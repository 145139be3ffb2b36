// Examples of answers, made from their schemas, so that none can show what the schema does not say.
import { byName, personOf, textOf, UUID } from "./example-values";
import type { Schema, SchemaCollection } from "./schemas";

const byFormat: Record<string, string> = {
  uuid: UUID,
  "date-time": "2026-05-04T09:30:00.000Z",
  date: "2026-05-04",
  email: "ada@example.com",
  uri: "https://assay.example.com/model-hub/annotation-queues/?page=2",
};

/** A value of a schema under the key `name`; an object's own texts are those that the request's example has under the same name. */
export function exampleOf(schema: Schema, schemas: SchemaCollection, name = "", request: Schema = {}): unknown {
  const inner = (next: Schema, key = name, sent = request) => exampleOf(next, schemas, key, sent);
  const { $ref, allOf, anyOf, oneOf, items, properties, type, ...rest } = schema as SchemaParts; // safe: made by zod from our own contracts
  if ($ref) return inner(schemas.components[$ref.split("/").at(-1) ?? ""] ?? {});
  if (rest.const !== undefined) return rest.const;
  if (rest.default !== undefined) return rest.default;
  if (rest.enum) return rest.enum[0];
  const [choice] = anyOf ?? oneOf ?? allOf ?? [];
  if (choice) return inner(choice);
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === "null") return null;
  if (kind === "array") return items ? [inner(items)] : [];
  if (kind === "object" || (kind === undefined && properties)) {
    if (!properties) return Object.hasOwn(byName, name) ? byName[name] : entryOf(schema, inner);
    const known = Object.hasOwn(properties, "email") ? { ...request, ...personOf } : request;
    return Object.fromEntries(
      Object.entries(properties).map(([key, next]) => [key, inner(next, key, isText(next) ? known : {})]),
    );
  }
  if (rest.format && byFormat[rest.format]) return byFormat[rest.format];
  if (kind === "boolean") return false;
  if (kind === "integer" || kind === "number") return numberOf(rest, name);
  if (kind === undefined) return byName[name] ?? {};
  const sent = Object.hasOwn(request, name) ? request[name] : undefined;
  return typeof sent === "string" ? sent : textOf(name);
}

const isText = ({ type }: Schema): boolean => [type].flat().includes("string");

interface SchemaParts {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  type?: string | string[];
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  format?: string;
  minimum?: number;
}

function entryOf({ additionalProperties, propertyNames }: Schema, inner: (next: Schema, key?: string) => unknown) {
  if (typeof additionalProperties !== "object" || Object.keys(additionalProperties ?? {}).length === 0) return {};
  const value = additionalProperties as Schema; // safe: a schema
  const ofText = value.type === "string" ? "input" : "4";
  const key = propertyNames && (propertyNames as Schema).format === "uuid" ? UUID : ofText; // safe as above
  return { [key]: inner(value, key === "input" ? key : undefined) };
}

const numberOf = ({ minimum = 0 }: SchemaParts, name: string): number =>
  typeof byName[name] === "number" ? byName[name] : Math.max(1, minimum);
