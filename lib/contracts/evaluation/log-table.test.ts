import { expect, test } from "vitest";
import { findingsOf } from "@/lib/bounds/findings";
import { getDatasetTable } from "../datasets/table";

const filter = (filter_value: string) => ({
  column_id: "a",
  filter_config: { filter_type: "text", filter_op: "equals", filter_value },
});

test.each([
  ["a\0", "May not contain NUL characters."],
  ["\ud800", "Is not well-formed Unicode."],
])("filters as JSON text are refused for what an escape hides: %j", (value, message) => {
  const sent = { filters: JSON.stringify([filter(value)]) };
  const { error } = getDatasetTable.query.safeParse(sent);
  expect(error && findingsOf(error, sent)).toMatchObject([
    { path: ["filters", 0, "filter_config", "filter_value"], message },
  ]);
});
