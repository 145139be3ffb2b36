import { expect, test } from "vitest";
import { caseTable, distinctNames } from "./case-table";

test("row n contains case n of every evaluation, with a column for each input", () => {
  const table = caseTable([
    { name: "tone", cases: [{ output: "Hello" }, { output: "" }] },
    { name: "groundedness", cases: [{ output: "Four", context: ["two", "and two"] }] },
  ]);
  expect(table.columns).toEqual([
    { name: "tone: output", dataType: "text" },
    { name: "groundedness: output", dataType: "text" },
    { name: "groundedness: context (JSON)", dataType: "json" },
  ]);
  expect(table.rows).toEqual([
    {
      "tone: output": "Hello",
      "groundedness: output": "Four",
      "groundedness: context (JSON)": '["two","and two"]',
    },
    { "tone: output": "" },
  ]);
  expect(table.mappings).toEqual([
    { output: "tone: output" },
    { output: "groundedness: output", context: "groundedness: context (JSON)" },
  ]);
});

test("a text among other values is quoted, because the column has JSON", () => {
  const { rows } = caseTable([{ name: "n", cases: [{ x: "1" }, { x: 1 }, { x: null }] }]);
  expect(rows).toEqual([{ "n: x (JSON)": '"1"' }, { "n: x (JSON)": "1" }, { "n: x (JSON)": "null" }]);
});

test("a repeated name gets a number", () => {
  expect(distinctNames(["tone", "bias", "tone", "tone"])).toEqual(["tone", "bias", "tone 2", "tone 3"]);
});
