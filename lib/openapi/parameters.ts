// The parameters of an operation, in its path, its query and its headers.
import type { Contract } from "@/lib/contracts/contract";
import { exampleOf } from "./examples";
import type { Schema, SchemaCollection } from "./schemas";
import { parameterWords } from "./words";

export const parametersOf = (contract: Contract, schemas: SchemaCollection): Schema[] => [
  ...parametersIn(contract, "path", schemas),
  ...parametersIn(contract, "query", schemas),
  ...(contract.takesIdempotencyKey ? [idempotencyKey] : []),
];

const idempotencyKey: Schema = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: parameterWords["idempotency-key"],
  schema: { type: "string", maxLength: 255 },
};

function parametersIn(contract: Contract, location: "path" | "query", schemas: SchemaCollection): Schema[] {
  const { properties = {}, required = [] } = schemas.of(
    location === "path" ? contract.params : contract.query,
    "parameter",
    contract.name,
  ) as { properties?: Record<string, Schema>; required?: string[] }; // safe: a JSON Schema of an object
  const exampleQuery =
    location === "query" && contract.method === "GET" ? (contract.example as Record<string, unknown>) : {}; // safe: examples are objects
  return Object.entries(properties).map(([name, { description: text, ...schema }]) => {
    const isRequired = location === "path" || required.includes(name);
    const own = hasObjects(schema) ? asText(schema) : schema;
    const example = exampleQuery[name] ?? (isRequired ? exampleOf(own, schemas, name) : undefined);
    return {
      name,
      in: location,
      required: isRequired,
      description: text,
      schema: own,
      ...(example === undefined ? {} : { example }),
    };
  });
}

/**
 * JSON in a query is documented as the text that it is. OpenAPI's `content` says the same, but generators of clients leave such a
 * parameter out, or fail on its objects.
 */
const asText = (schema: Schema): Schema => ({
  type: "string",
  contentMediaType: "application/json",
  contentSchema: schema,
});

const hasObjects = (schema: Schema): boolean =>
  /"(?:properties|additionalProperties|\$ref)":/.test(JSON.stringify(schema));
