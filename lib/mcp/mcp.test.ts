import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { boundedText } from "./bounded-text";
import { describeOperation } from "./describe-operation";
import { findOperations, operationNamed } from "./find-operations";
import { isReading, offered, refusalOf, slotRefusal, unknownFields } from "./rules";

const named = (name: string) => operationNamed(contracts, name) ?? expect.fail(`There is no ${name}.`);

test.each([
  ["list datasets", "listDatasets"],
  ["evaluation run start", "startEvalRun"],
  ["simulation execute", "executeRunTest"],
  ["find traces", "listTraces"],
  ["createEmptyDataset", "createEmptyDataset"],
])("%s finds %s among the first five operations", (words, name) => {
  expect(
    findOperations(contracts, words)
      .slice(0, 5)
      .map((contract) => contract.name),
  ).toContain(name);
});

test("unknown words find nothing, and no words find every operation", () => {
  expect(findOperations(contracts, "submarine")).toEqual([]);
  expect(findOperations(contracts, "")).toHaveLength(contracts.length);
});

test.each([
  ["listTraces", true],
  ["listEvalTemplates", true],
  ["estimateEvalRun", true],
  ["switchOrganization", false],
  ["runInPlayground", false],
  ["createChatCompletion", false],
  ["deleteDatasets", false],
  ["nextItem", false],
  ["annotateDetail", true],
])("%s only reads: %s", (name, reads) => {
  expect(isReading(named(name))).toBe(reads);
});

test.each([
  ["listDatasets", ["search_text", "bogus"], ["bogus"]],
  ["getDatasetTable", ["dataset_id", "page_size", "input"], ["input"]],
  // A body is checked by the server, which also knows what it ignores.
  ["createEmptyDataset", ["new_dataset_name", "bogus"], []],
])("%s, called with the fields %j, reports the unknown fields %j", (name, fields, unknown) => {
  expect(unknownFields(named(name), Object.fromEntries(fields.map((field) => [field, "1"])))).toEqual(unknown);
});

test.each([
  ["nextItem", {}, false],
  ["annotateDetail", {}, true],
  ["annotateDetail", { reserve: false }, true],
  ["annotateDetail", { reserve: true }, false],
  ["annotateDetail", { reserve: "true" }, false],
])("without writing, %s with %j is called: %s", (name, input, isCalled) => {
  expect(refusalOf(named(name), false, input) === null).toBe(isCalled);
  expect(refusalOf(named(name), true, input)).toBeNull();
});

test.each<[name: string, input: Record<string, unknown>, refusal: string | null]>([
  ["deletePromptVersion", { prompt_id: "7", version: "v1" }, null],
  ["deletePromptVersion", { version: "" }, "Required: prompt_id, version"],
  ["deletePromptVersion", { prompt_id: "7", version: ".." }, 'version: May not be empty, "." or "..".'],
])("%s with %j has the slot refusal %j", (name, input, refusal) => {
  expect(slotRefusal(named(name), input)).toBe(refusal);
});

test("every offered operation can be described in at most 40,000 characters", () => {
  const long = offered(contracts).filter((contract) => JSON.stringify(describeOperation(contract)).length > 40_000);
  expect(long.map(({ name }) => name)).toEqual([]);
});

test("a flat input has the fields of path, query and body", () => {
  const { input } = describeOperation(named("updateCellValue"));
  expect(input).toMatchObject({
    properties: { dataset_id: { type: "string" }, new_value: {} },
    required: expect.arrayContaining(["dataset_id", "row_id"]),
  });
});

test("fields of query and body have the words of the API's description, and shared schemas are found", () => {
  const { input } = describeOperation(named("createItem"));
  expect(input).toMatchObject({
    properties: {
      queue_id: { description: "The queue's id" },
      priority: { description: expect.stringContaining("handed out first") },
    },
  });
  for (const contract of contracts) {
    const { input: taken, answer } = describeOperation(contract);
    for (const schema of [taken, answer ?? {}]) {
      const { $defs = {} } = schema as { $defs?: object }; // safe: a JSON Schema
      const names = [...JSON.stringify(schema).matchAll(/"#\/([^"]+)"/g)].map(([, at]) => at);
      expect(names.filter((at) => !at?.startsWith("$defs/") || !Object.hasOwn($defs, at.slice(6)))).toEqual([]);
    }
  }
});

test("a text is read only up to its length limit", async () => {
  let read = 0;
  async function* chunks() {
    for (;;) {
      read += 1;
      yield new TextEncoder().encode("žluť ");
    }
  }
  expect(await boundedText(chunks(), 12)).toEqual({ text: "žluť žluť žl", isCut: true });
  expect(read).toBe(3);
  expect(await boundedText("short", 12)).toEqual({ text: "short", isCut: false });
  expect(await boundedText(null, 12)).toEqual({ text: "", isCut: false });
});
