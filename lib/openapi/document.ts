// The contracts and what is said of them as an OpenAPI 3.1 document.
import type { Access, Contract } from "@/lib/contracts/contract";
import { isRecord } from "@/lib/records";
import { UUID } from "./example-values";
import { exampleOf } from "./examples";
import { failureResponses, type Service, serviceOf } from "./failures";
import { introduction } from "./introduction";
import { parametersOf } from "./parameters";
import { collectSchemas, type Schema, type SchemaCollection } from "./schemas";
import { tagWords } from "./words";

const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", description: "An API key made in the web application" },
  accessToken: { type: "http", scheme: "bearer", description: "A signed-in user's access token, from `createToken`" },
  apiKey: { type: "apiKey", in: "header", name: "X-Api-Key", description: "An API key; goes with X-Secret-Key" },
  secretKey: { type: "apiKey", in: "header", name: "X-Secret-Key", description: "The API key's secret" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "authjs.session-token",
    description:
      "A browser's session, `__Secure-authjs.session-token` over https; changes only from the application's own pages",
  },
  gatewayKey: { type: "http", scheme: "bearer", description: "A key of the gateway, or a platform API key" },
  gatewayKeyHeader: { type: "apiKey", in: "header", name: "X-Api-Key", description: "The same key in a header" },
  adminToken: { type: "http", scheme: "bearer", description: "The operator's ADMIN_TOKEN" },
};

const people: Schema[] = [{ accessToken: [] }, { session: [] }];
const everybody: Schema[] = [{ bearer: [] }, { apiKey: [], secretKey: [] }, ...people];
const security: Record<Service, Schema[]> = {
  platform: everybody,
  gateway: [{ gatewayKey: [] }, { gatewayKeyHeader: [] }],
  administration: [{ adminToken: [] }, ...everybody],
};

const securityOf = (contract: Contract): Schema[] => {
  const service = serviceOf(contract);
  if (contract.access === "operator") return [{ adminToken: [] }];
  if (contract.signedInOnly) return people;
  return service === "platform" && contract.access === "public" ? [] : security[service];
};

/** The product's version, as in package.json: a test compares them. */
export const VERSION = "0.1.0";

/** The document of these contracts, in their order. */
export function openApiDocument(contracts: readonly Contract[]): Schema {
  const schemas = collectSchemas();
  const paths: Record<string, Schema> = {};
  for (const contract of contracts) {
    const path = contract.path.replace("...}", "}");
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: describe(contract, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Assay",
      version: VERSION,
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The server that this document comes from" }],
    tags: [...new Set(contracts.map((contract) => contract.tag))].map((name) => ({
      name,
      description: tagWords[name],
    })),
    paths,
    components: { securitySchemes, schemas: schemas.components, responses: schemas.responses },
  };
}

/** Said of every operation whose access tells it; `queue` leaves it to the verb, and public ones tell what they need. */
const whoMay: Record<Access, string> = {
  public: "",
  read: "Any member can call this.",
  write: "Anyone except Viewers can call this.",
  queue: "",
  admin: "Owners and Admins can call this.",
  owner: "Only Owners can call this.",
  gateway: "Owners and Admins can call this for their organization; the operator, with the token, for any.",
  operator: "Only the operator can call this, with the token.",
};

/** Of a session none is asked, so that this is said of keys. */
function keyWords({ scope, signedInOnly }: Contract): string {
  if (signedInOnly) return "API keys are refused.";
  return scope === "any" ? "" : `API keys need the scope \`${scope}\`.`;
}

/** What an operation does, and who may call it. */
export const descriptionOf = (contract: Contract): string =>
  [contract.description, whoMay[contract.access], keyWords(contract)].filter(Boolean).join(" ");

function describe(contract: Contract, schemas: SchemaCollection): Schema {
  return {
    operationId: contract.name,
    summary: contract.summary,
    description: descriptionOf(contract),
    tags: [contract.tag],
    security: securityOf(contract),
    ...(contract.scope === "any" ? {} : { "x-key-scope": contract.scope }),
    parameters: parametersOf(contract, schemas),
    ...requestBody(contract, schemas),
    responses: { 200: success(contract, schemas), ...failureResponses(contract, schemas) },
  };
}

const BINARY = { type: "string", format: "binary" };

function requestBody(contract: Contract, schemas: SchemaCollection): Schema {
  if (contract.method === "GET") return {};
  const schema = schemas.of(contract.body, "input", contract.name);
  const { alsoTakes } = contract;
  const taken = alsoTakes ? { anyOf: [schema, schemas.of(alsoTakes, "input", contract.name)] } : schema;
  const json = { schema: taken, example: contract.example };
  const isEmpty = Object.keys((schema.properties as object | undefined) ?? {}).length === 0; // safe: undefined or an object
  if (contract.accepts === "json" && isEmpty) return {};
  const content = {
    json: { "application/json": json },
    multipart: { "multipart/form-data": json },
    otlp: { "application/x-protobuf": { schema: BINARY }, "application/json": json },
  }[contract.accepts];
  const required = Array.isArray(schema.required) && schema.required.length > 0;
  return { requestBody: { required, content } };
}

function success(contract: Contract, schemas: SchemaCollection): Schema {
  const schema = envelopeSchema(contract, schemas);
  const content = (contract.answers ?? ["application/json"]).map((mediaType) => [
    mediaType,
    mediaType === "application/json"
      ? { schema, example: answerExample(contract, schema, schemas) }
      : fileOf(mediaType, schema),
  ]);
  return { description: "Success", content: Object.fromEntries(content) };
}

function answerExample({ envelope, path, method, example: sent }: Contract, schema: Schema, schemas: SchemaCollection) {
  const example = exampleOf(schema, schemas, "", method === "GET" || !isRecord(sent) ? {} : sent);
  if (envelope !== "page") return example;
  const next = `https://assay.example.com${path.replace(/\{\w+\}/g, UUID)}?page=2`;
  return { ...(example as object), next, previous: null }; // safe: a page is an object
}

/** Lines and streams are text to a client; everything else is bytes. A contract whose answer is text may have an example. */
const fileOf = (mediaType: string, { type, examples }: Schema): Schema => ({
  schema: mediaType.startsWith("text/") || mediaType === "application/x-ndjson" ? { type: "string" } : BINARY,
  ...(type === "string" && Array.isArray(examples) ? { example: examples[0] } : {}),
});

/** With words, unless it has some of its own or those of a shared schema. */
const described = (schema: Schema): Schema =>
  schema.$ref || schema.description ? schema : { ...schema, description: "What the operation answers" };

/** The answer's body with its envelope. */
function envelopeSchema(contract: Contract, schemas: SchemaCollection): Schema {
  const inner = schemas.of(contract.response, "output", contract.name);
  if (contract.envelope === "result") {
    return {
      type: "object",
      required: ["status", "result"],
      properties: { status: { const: true }, result: described(inner) },
    };
  }
  if (contract.envelope !== "page") return inner;
  // The envelope sends the page's number under another name, and no limit.
  const { count: _count, page: _page, limit: _limit, results, ...own } = inner.properties as Record<string, Schema>; // safe: `page` makes it an object with these
  const link = (description: string) => ({ type: ["string", "null"], format: "uri", description });
  const properties = {
    count: { type: "integer", description: "Rows on all pages together" },
    next: link("URL of the next page; null on the last one"),
    previous: link("URL of the page before; null on the first one"),
    results,
    total_pages: { type: "integer", description: "Number of pages of this size" },
    current_page: { type: "integer", description: "This page's number, from 1" },
  };
  const always = (inner.required as string[]).filter((name) => Object.hasOwn(own, name)); // safe: JSON Schema's form
  return { type: "object", required: [...Object.keys(properties), ...always], properties: { ...properties, ...own } };
}
