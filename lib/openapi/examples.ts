// Examples of answers, made from their schemas, so that none can show what the schema does not say.
import type { Schema, SchemaCollection } from "./schemas";

export const UUID = "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90";

const byFormat: Record<string, string> = {
  uuid: UUID,
  "date-time": "2026-05-04T09:30:00.000Z",
  date: "2026-05-04",
  email: "ada@example.com",
  uri: "https://assay.example.com/model-hub/annotation-queues/?page=2",
};

/** What texts and numbers of these names look like. */
const byName: Record<string, unknown> = {
  name: "Helpfulness",
  display_name: "Harbour Analytics",
  organization_name: "Harbour Analytics",
  dataset_name: "Support conversations",
  label_name: "Helpfulness",
  project_name: "Support assistant",
  key_name: "Nightly evaluation",
  email: "ada@example.com",
  notes: "Answers the question.",
  comment: "Is the second sentence part of the answer?",
  instructions: "Judge the reply against the policy.",
  trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
  span_id: "00f067aa0ba902b7",
  source_id: UUID,
  token: "assay_invitation_9d1c0c8f3f6e4b1d8a5e7c2b9f0a1d3e5c7b9f0a1d3e5c7b",
  model: "gpt-4o-mini",
  value: { rating: 4 },
  settings: { no_of_stars: 5 },
  source_preview: { input: "Where is my parcel?" },
  source_content: { fields: { input: "Where is my parcel?" } },
  cell_value: "Where is my parcel?",
  input: "Where is my parcel?",
  output: "At the depot.",
  current_page: 1,
  version: "v3",
};

/** A value of a schema under the key `name`. */
export function exampleOf(schema: Schema, schemas: SchemaCollection, name = ""): unknown {
  const inner = (next: Schema, key = name) => exampleOf(next, schemas, key);
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
    return Object.fromEntries(Object.entries(properties).map(([key, next]) => [key, inner(next, key)]));
  }
  if (rest.format && byFormat[rest.format]) return byFormat[rest.format];
  if (kind === "boolean") return false;
  if (kind === "integer" || kind === "number") return numberOf(rest, name);
  const known = byName[name];
  if (kind === undefined) return known ?? {};
  return typeof known === "string" ? known : "text";
}

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
  const key = propertyNames && (propertyNames as Schema).format === "uuid" ? UUID : "4"; // safe: a schema
  return { [key]: inner(additionalProperties as Schema) }; // safe as above
}

const numberOf = ({ minimum = 0 }: SchemaParts, name: string): number =>
  typeof byName[name] === "number" ? byName[name] : Math.max(1, minimum);
