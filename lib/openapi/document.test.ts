// The API's description is one that standard tools take, and says something of every operation.
import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contracts } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { errorBody } from "@/lib/contracts/errors";
import { cases } from "@/lib/gateway/testing/pipeline-cases";
import { openApiDocument, VERSION } from "./document";
import { codesOf } from "./failures";

const packageVersion: unknown = JSON.parse(readFileSync("package.json", "utf8")).version;

const document = openApiDocument(contracts);
const text = JSON.stringify(document);

test("a strict linter finds no problems in references or examples", async () => {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      // The paths are those that clients have known for long.
      "no-path-trailing-slash": "off",
      "no-invalid-media-type-examples": "error",
      "no-invalid-parameter-examples": "error",
      "no-invalid-schema-examples": "error",
      "no-unused-components": "error",
      "operation-description": "error",
      "operation-tag-defined": "error",
      "parameter-description": "error",
      "tag-description": "error",
    },
  });
  const problems = await lintFromString({ source: text, absoluteRef: "/openapi.json", config });
  // Published clients look a run test up by its name there; what stands in place of the name is no id.
  const isKnown = ({ ruleId, message }: (typeof problems)[number]) =>
    ruleId === "no-ambiguous-paths" && message.includes("/simulate/run-tests/get-id-by-name/{name}/");
  const found = problems.filter((problem) => !isKnown(problem));
  expect(found.map(({ ruleId, message, location: [at] }) => `${ruleId} ${at?.pointer}: ${message}`)).toEqual([]);
});

test("a header that an operation reads is among its parameters", () => {
  const taking = contracts.filter(({ takesIdempotencyKey }) => takesIdempotencyKey);
  expect(taking.map(({ name }) => name).sort()).toEqual([
    "addGatewayCredits",
    "correctGatewayCredits",
    "executeRunTest",
  ]);
  for (const contract of taking)
    expect(operationOf(contract).parameters).toContainEqual(
      expect.objectContaining({ name: "Idempotency-Key", in: "header", required: false }),
    );
});

test("the error of a run without scenarios has the documented form", () => {
  const texts = { type: "validation_error", code: "invalid", message: "No", detail: "No", error: "No" };
  const answer = (result: unknown) => errorBody.safeParse({ status: false, ...texts, result }).error;
  expect([answer("No"), answer({ error: "No scenarios" })]).toEqual([undefined, undefined]);
});

test("shared schemas appear once, among the components", () => {
  expect(text).not.toContain("$defs");
  const { schemas } = document.components as { schemas: object };
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(["Queue", "QueueItem", "Label", "Score", "Dataset", "Trace", "Error", "GatewayError"]),
  );
});

const named = (some: readonly Contract[]) => some.map((contract) => [contract.name, contract] as const);
const operationOf = (contract: Contract) => {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> };
  const found = paths[contract.path.replace("...}", "}")]?.[contract.method.toLowerCase()];
  if (!found) throw new Error(`${contract.name} is not in the document`);
  return found;
};

interface Media {
  schema?: { properties?: object };
  example?: unknown;
}
interface Operation {
  description: string;
  parameters: Media[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
}

test.each(named(contracts))("%s has a description, an example and error responses", (_, contract) => {
  const { description, parameters, requestBody, responses } = operationOf(contract);
  expect(description).toMatch(/^[A-Z`].{39,}\.$/s);
  const media = [requestBody?.content, responses[200]?.content].flatMap((content) => Object.values(content ?? {}));
  expect([...media, ...parameters].some(({ example }) => example !== undefined)).toBe(true);
  expect(Object.keys(responses).filter((status) => status >= "400").length).toBeGreaterThan(1);
});

test.each(named(contracts.filter(({ method }) => method === "GET")))("%s accepts its own example", (_, contract) => {
  const sample = contract.example as object; // safe: examples of queries are objects
  if (Object.keys(sample).length > 0) expect(contract.query.safeParse(sample).error).toBeUndefined();
});

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether it is another name of a member: published clients read some in camelCase, which is not documented. */
function isOtherName(answer: unknown, path: readonly PropertyKey[]): boolean {
  const name = String(path.at(-1));
  const owner = path.slice(0, -1).reduce<unknown>((value, key) => Reflect.get(Object(value), key), answer);
  return snakeCase(name) !== name && Object.hasOwn(Object(owner), snakeCase(name));
}

test("answer examples match their contracts", () => {
  for (const contract of contracts.filter(({ envelope }) => envelope === "result" || envelope === "bare")) {
    const example = operationOf(contract).responses[200]?.content?.["application/json"]?.example;
    const answer = contract.envelope === "result" ? (example as { result: unknown }).result : example; // safe by its envelope
    const issues = contract.response.safeParse(answer).error?.issues ?? [];
    const problems = issues.filter(({ path }) => !isOtherName(answer, path));
    expect(`${contract.name} ${z.prettifyError(new z.ZodError(problems))}`).toBe(`${contract.name} `);
  }
});

test.each(named(contracts.filter(({ envelope }) => envelope === "page")))(
  "%s documents each member of its pages",
  (_, contract) => {
    // The envelope sends the page's number under another name, and no limit.
    const paging = { page: 1, limit: 10 };
    const own = contract.response as z.ZodObject; // safe: a page is an object
    const { schema, example } = operationOf(contract).responses[200]?.content?.["application/json"] ?? {};
    const members = Object.keys(own.shape).filter((name) => !Object.hasOwn(paging, name));
    expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(members));
    expect(contract.response.safeParse({ ...(example as object), ...paging }).error).toBeUndefined();
  },
);

describe("gateway errors", () => {
  const known = new Map(contracts.map((contract) => [contract.name, contract]));
  const refused = cases.flatMap(({ name, call = "createChatCompletion", code }) => {
    const contract = known.get(call);
    return contract && code ? [{ name, contract, code }] : [];
  });
  test.each(refused)("$name: $code is declared", ({ contract, code }) => {
    expect(codesOf(contract)).toContain(code);
  });
});

describe("an operation that passes on what a provider refuses", () => {
  const codesBy = (contract: Contract, status: string) => JSON.stringify(responseOf(contract, status));
  const responseOf = (contract: Contract, status: string) => {
    const { responses } = document.components as { responses: Record<string, object> };
    const found = operationOf(contract).responses[status];
    return responses[found?.$ref?.split("/").at(-1) ?? ""] ?? found;
  };
  const passing = contracts.filter(({ passedOn }) => passedOn);

  test.each(named(passing))("%s answers with any code of the provider", (_, contract) => {
    for (const status of ["400", "413", "422", "429"]) {
      expect(codesBy(contract, status)).not.toContain('"enum"');
      expect(codesBy(contract, status)).toContain("Or the provider's own code.");
    }
    expect(codesBy(contract, "401")).toContain('"enum":["unauthorized"]');
  });

  test("others have only the gateway's codes", () => {
    const listing = contracts.filter(({ path, passedOn }) => path.startsWith("/v1/") && !passedOn);
    expect(listing.length).toBeGreaterThan(0);
    for (const contract of listing) expect(codesBy(contract, "429")).toContain('"enum":["rate_limit_exceeded"');
  });
});

test("its version equals the package version", () => {
  expect(VERSION).toBe(packageVersion);
  expect(document).toMatchObject({ info: { version: packageVersion } });
});
