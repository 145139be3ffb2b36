// What generators of clients stumble over: names that become one in another language, values that a client cannot send, patterns
// that only JavaScript reads, and sentences that contradict what the document says of access.
import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { isRecord } from "@/lib/records";
import { openApiDocument } from "./document";
import type { Schema } from "./schemas";

const document = openApiDocument(contracts);

interface Operation extends Schema {
  operationId: string;
  description: string;
  security: Record<string, unknown>[];
  parameters: { name: string; schema?: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
const { paths, components } = document as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}; // safe: the document is made here
const operations = Object.values(paths).flatMap((path) => Object.values(path));

interface Node {
  at: string;
  node: Record<string, unknown>;
}

function* nodesOf(value: unknown, at: string): Generator<Node> {
  if (Array.isArray(value)) for (const [index, entry] of value.entries()) yield* nodesOf(entry, `${at}/${index}`);
  if (!isRecord(value) || Array.isArray(value)) return;
  yield { at, node: value };
  for (const [name, member] of Object.entries(value))
    if (!/^examples?$/.test(name) || at.endsWith("/properties")) yield* nodesOf(member, `${at}/${name}`);
}

const nodes = [...nodesOf(document, "")];
const schemaLists = (name: string) =>
  nodes.flatMap(({ at, node }) => (Array.isArray(node[name]) ? [{ at, list: node[name] as unknown[] }] : [])); // safe: just checked

/** Those of the texts that are another one's in other letters. */
function twins(texts: readonly string[], plain: (text: string) => string): string[] {
  const known = new Map<string, string>();
  return texts.flatMap((text) => {
    const first = known.get(plain(text));
    known.set(plain(text), first ?? text);
    return first === undefined ? [] : [`${first} ${text}`];
  });
}

const lettersOf = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

test("no object has a member twice, in other letters", () => {
  const found = nodes
    .filter(({ at, node }) => isRecord(node.properties) && !at.endsWith("/properties"))
    .flatMap(({ at, node }) =>
      twins(Object.keys(node.properties as object), lettersOf).map((pair) => `${at}: ${pair}`),
    );
  expect(found).toEqual([]);
});

test("no operation has a parameter twice, in other letters", () => {
  const found = operations.flatMap(({ operationId, parameters }) =>
    twins(
      parameters.map(({ name }) => name),
      lettersOf,
    ).map((pair) => `${operationId}: ${pair}`),
  );
  expect(found).toEqual([]);
});

test("no enum has a value twice, in other letters", () => {
  const found = schemaLists("enum").flatMap(({ at, list }) =>
    twins(
      list.filter((value) => typeof value === "string"),
      (text) => text.toLowerCase(),
    ).map((pair) => `${at}: ${pair}`),
  );
  expect(found).toEqual([]);
});

const pascalCase = (name: string): string =>
  name.replace(/(?:^|[^\p{L}\p{N}]+)(.)/gu, (_, letter: string) => letter.toUpperCase());

/** The names that generators make for the objects and enums in a schema: of the names on the way to them. */
function* namesIn(name: string, { properties, items, anyOf, type, enum: values }: Schema): Generator<string> {
  if (values !== undefined || type === "object") yield name;
  if (isRecord(properties))
    for (const [member, schema] of Object.entries(properties))
      yield* namesIn(name + pascalCase(member), schema as Schema); // safe: a schema's members
  if (isRecord(items)) yield* namesIn(`${name}Item`, items);
  if (Array.isArray(anyOf))
    for (const choice of anyOf as Schema[]) yield* namesIn(name, choice.type === "object" || choice.enum ? {} : choice); // safe: schemas
  if (Array.isArray(anyOf) && anyOf.some(({ type, enum: values }: Schema) => type === "object" || values)) yield name;
}

test("no shared schema has the name that a generator makes for another one", () => {
  const shared = Object.keys(components.schemas);
  const members = Object.entries(components.schemas).flatMap(([name, schema]) =>
    [...namesIn(name, schema)].filter((made) => made !== name),
  );
  const bodies = operations.flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => [
      ...namesIn(`${pascalCase(operationId)}Body`, schema),
    ]),
  );
  expect(twins([...shared, ...new Set([...members, ...bodies])], (name) => name.toLowerCase())).toEqual([]);
});

test("JSON in a query is described as text, which every client can send", () => {
  const found = operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter(({ schema = {} }) =>
        /"(?:properties|additionalProperties|\$ref)":/.test(JSON.stringify({ ...schema, contentSchema: null })),
      )
      .map(({ name }) => `${operationId}: ${name}`),
  );
  expect(found).toEqual([]);
  const asText = operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter(({ schema }) => schema?.contentMediaType !== undefined)
      .map(({ name }) => `${operationId} ${name}`),
  );
  expect(asText).toEqual([
    "getDatasetTable filters",
    "getDatasetTable sort",
    "getEvalMetrics filters",
    "getEvalLogDetails search",
    "getEvalLogDetails filters",
    "getEvalLogDetails sort",
    "getTestExecution filters",
  ]);
});

test("patterns are ones that other languages read", () => {
  const found = nodes.filter(({ node: { pattern } }) => typeof pattern === "string" && /\\p\{|\(\?</.test(pattern));
  expect(found.map(({ at }) => at)).toEqual([]);
});

test("no choice takes anything, beside others that take less", () => {
  const takesAnything = (choice: unknown) =>
    isRecord(choice) && Object.keys(choice).every((key) => key === "description");
  expect(
    schemaLists("anyOf")
      .filter(({ list }) => list.some(takesAnything))
      .map(({ at }) => at),
  ).toEqual([]);
});

test("what refuses API keys neither names a scope for them nor takes them", () => {
  const refuses = operations.filter(({ description }) => /keys are refused|Only the operator/.test(description));
  expect(refuses.length).toBeGreaterThan(20);
  const found = refuses.filter(
    ({ security, description, ...operation }) =>
      "x-key-scope" in operation ||
      /API keys need/.test(description) ||
      security.some((way) => "bearer" in way || "apiKey" in way),
  );
  expect(found.map(({ operationId }) => operationId)).toEqual([]);
});

test("what a body may not leave out is required", () => {
  const found = contracts.flatMap(({ name, method, path, accepts, body }) => {
    const { requestBody } = paths[path.replace("...}", "}")]?.[method.toLowerCase()] ?? {};
    if (method === "GET" || accepts === "otlp" || !requestBody) return [];
    const choices = Object.values(requestBody.content).flatMap(({ schema }) => [schema, schema.anyOf ?? []].flat());
    const required = (choices as Schema[]).flatMap((schema) => schema.required ?? []); // safe: schemas
    const issues = body.safeParse({}).error?.issues ?? [];
    const missing = issues.filter(
      ({ code, path: [field, ...further] }) => code === "invalid_type" && field && further.length === 0,
    );
    return missing
      .filter(({ path: [field] }) => !required.includes(String(field)))
      .map(({ path: at }) => `${name}: ${at.join(".")}`);
  });
  expect(found).toEqual([]);
});
