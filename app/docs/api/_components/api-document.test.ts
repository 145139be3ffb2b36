import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { openApiDocument } from "@/lib/openapi/document";
import { documentOf, operationsOf, searched } from "./api-document";

const served = openApiDocument(contracts);
const operations = operationsOf(served);
const named = (name: string) => {
  const found = operations.find((operation) => operation.name === name);
  if (!found) throw new Error(`${name} is not in the document`);
  return found;
};

test("every operation is listed with its name, method, path and tag", () => {
  expect(operations).toHaveLength(contracts.length);
  expect(named("listQueues")).toEqual({
    name: "listQueues",
    summary: "List queues",
    method: "GET",
    path: "/model-hub/annotation-queues/",
    tag: "Annotation queues",
  });
});

test.each([
  ["", operations.length],
  ["listqueues", 1],
  ["LIST QUEUES annotation-queues/", 1],
  ["no such operation", 0],
])("the search %j finds %i", (search, count) => {
  const found = searched(operations, search);
  if (search === "LIST QUEUES annotation-queues/") expect(found.map(({ name }) => name)).toContain("listQueues");
  else expect(found).toHaveLength(count);
});

test("an operation's part of the document is complete, small, and free of credentials", () => {
  for (const operation of operations) {
    const text = JSON.stringify(documentOf(served, operation));
    const { components } = JSON.parse(text);
    for (const [, kind, name] of text.matchAll(/"\$ref":"#\/components\/([a-z]+)\/([^"]+)"/g))
      expect(components[kind ?? ""], `${operation.name}: ${name}`).toHaveProperty([name ?? ""]);
    expect(text).not.toContain('"security"');
    expect(text.length, operation.name).toBeLessThan(200_000);
  }
});

test("only required parameters keep their examples", () => {
  const text = JSON.stringify(documentOf(served, named("listQueues")).valueOf());
  const { parameters } = JSON.parse(text).paths["/model-hub/annotation-queues/"].get;
  expect(parameters.filter((parameter: object) => "example" in parameter)).toEqual([]);
});
