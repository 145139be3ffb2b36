// The contracts as an OpenAPI 3.1 document.
import { z } from "zod";
import type { Accepts, Contract } from "@/lib/contracts/contract";

type Schema = Record<string, unknown>;

const toSchema = (schema: z.ZodType, io: "input" | "output"): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
  return rest;
};

/** The response's body with its envelope. */
function envelopeSchema(contract: Contract): Schema {
  const inner = toSchema(contract.response, "output");
  if (contract.envelope === "result") {
    return {
      type: "object",
      required: ["status", "result"],
      properties: { status: { const: true }, result: inner },
    };
  }
  if (contract.envelope !== "page") return inner;
  const results = (inner.properties as Schema | undefined)?.results ?? { type: "array" }; // safe: `page` makes it an object
  const link = { type: ["string", "null"], format: "uri" };
  return {
    type: "object",
    required: ["count", "next", "previous", "results", "total_pages", "current_page"],
    properties: {
      count: { type: "integer" },
      next: link,
      previous: link,
      results,
      total_pages: { type: "integer" },
      current_page: { type: "integer" },
    },
  };
}

function parameters(contract: Contract): Schema[] {
  const of = (part: z.ZodObject, place: "path" | "query") => {
    const schema = toSchema(part, "input");
    const required = (schema.required as string[] | undefined) ?? []; // safe: a JSON Schema of an object
    return Object.entries((schema.properties as Schema | undefined) ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: property,
    }));
  };
  return [...of(contract.params, "path"), ...of(contract.query, "query")];
}

const mediaTypes: Record<Accepts, string[]> = {
  json: ["application/json"],
  multipart: ["multipart/form-data"],
  otlp: ["application/x-protobuf", "application/json"],
};

function requestBody(contract: Contract): Schema {
  if (contract.method === "GET") return {};
  const example = contract.accepts === "json" ? { example: contract.example } : {};
  const content = { schema: toSchema(contract.body, "input"), ...example };
  return { requestBody: { content: Object.fromEntries(mediaTypes[contract.accepts].map((type) => [type, content])) } };
}

const security: Record<"bearer" | "gateway" | "none", Schema[]> = {
  bearer: [{ bearer: [] }, { apiKey: [], secretKey: [] }],
  gateway: [{ bearer: [] }],
  none: [],
};

// The gateway checks its own keys and the administration its own token, inside their pipelines.
const isGateway = ({ path }: Contract): boolean => path.startsWith("/v1/") || path.startsWith("/-/");

function securityOf(contract: Contract): keyof typeof security {
  if (isGateway(contract)) return "gateway";
  return contract.access === "public" ? "none" : "bearer";
}

function describe(contract: Contract): Schema {
  const media = contract.envelope === "file" ? "application/octet-stream" : "application/json";
  const content = contract.envelope === "file" ? { type: "string", format: "binary" } : envelopeSchema(contract);
  return {
    operationId: contract.name,
    summary: contract.summary,
    tags: [contract.tag],
    security: security[securityOf(contract)],
    parameters: parameters(contract),
    ...requestBody(contract),
    responses: {
      "200": { description: "Success", content: { [media]: { schema: content } } },
      default: { description: "Refusal or failure", content: { "application/json": { schema: errorRef } } },
    },
  };
}

const errorRef = { $ref: "#/components/schemas/Error" };
const errorSchema = {
  type: "object",
  required: ["status", "type", "code", "detail", "message", "error", "result"],
  properties: {
    status: { const: false },
    type: { type: "string" },
    code: { type: "string" },
    detail: { type: "string" },
    message: { type: "string" },
    error: { type: "string" },
    result: { type: "string" },
    attr: { type: "string", description: "First offending field" },
    details: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
  },
};

/** The document of these contracts, in their order. */
export function openApiDocument(contracts: readonly Contract[]): Schema {
  const paths: Record<string, Schema> = {};
  for (const contract of contracts) {
    const path = contract.path.replace("...}", "}");
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: describe(contract) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Assay",
      version: "1.0.0",
      description: "Evaluation, simulation and annotation of AI applications.",
    },
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key made in the web application" },
        apiKey: { type: "apiKey", in: "header", name: "X-Api-Key" },
        secretKey: { type: "apiKey", in: "header", name: "X-Secret-Key" },
      },
      schemas: { Error: errorSchema },
    },
    paths,
  };
}
