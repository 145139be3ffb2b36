import { expect, test } from "vitest";
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { collectSchemas } from "@/lib/openapi/schemas";
import { answeredInBoth, bothSpellings } from "./spelling";

const schema = bothSpellings(
  z.object({
    name: z.string().min(1),
    agent_definition_id: z.string().min(2),
    dataset_row_ids: list(z.string(), 5).default([]),
    mapping: dictionary(z.string(), z.unknown(), 5).default({}),
  }),
);

test.each([
  [
    { name: "a", agentDefinitionId: "id" },
    { name: "a", agent_definition_id: "id", dataset_row_ids: [], mapping: {} },
  ],
  [
    {
      name: "a",
      agent_definition_id: "id",
      agentDefinitionId: "other",
      datasetRowIds: ["1"],
      mapping: { inputKey: 1 },
    },
    { name: "a", agent_definition_id: "id", dataset_row_ids: ["1"], mapping: { inputKey: 1 } },
  ],
])("%o", (input, read) => expect(schema.parse(input)).toEqual(read));

test.each([
  [{ name: "a" }, ["agent_definition_id"]],
  [{ name: "a", agentDefinitionId: "x" }, ["agentDefinitionId"]],
  [{ name: "a", agent_definition_id: "id", datasetRowIds: [1] }, ["datasetRowIds", 0]],
])("an error names the wrong field in %o", (input, path) =>
  expect(schema.safeParse(input).error?.issues[0]?.path).toEqual(path),
);

test("a request is documented in snake_case, with what it requires, its defaults and its descriptions", () => {
  const settings = z.object({
    user_name: z.string(),
    delay: z.number().default(0).meta({ description: "Seconds" }),
  });
  const documented = {
    type: "object",
    "x-also-camel-case": true,
    properties: { user_name: { type: "string" }, delay: { type: "number", default: 0, description: "Seconds" } },
    required: ["user_name"],
  };
  const schemas = collectSchemas();
  expect(schemas.of(bothSpellings(settings), "input")).toEqual(documented);
  const named = bothSpellings(settings).meta({ description: "Settings" });
  expect(schemas.of(z.object({ named }), "input")).toMatchObject({
    properties: { named: { ...documented, description: "Settings" } },
  });
});

test("an answer is documented in snake_case", () => {
  const answer = answeredInBoth(z.object({ row_id: z.string() })).meta({ id: "TestRow" });
  const schemas = collectSchemas();
  expect(schemas.of(z.array(answer), "output")).toEqual({
    type: "array",
    items: { $ref: "#/components/schemas/TestRow" },
  });
  expect(schemas.components.TestRow).toMatchObject({
    properties: { row_id: { type: "string" } },
    required: ["row_id"],
  });
  expect(schemas.components.TestRow?.properties).not.toHaveProperty("rowId");
});
