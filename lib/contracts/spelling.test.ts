import { expect, test } from "vitest";
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { bothSpellings } from "./spelling";

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
