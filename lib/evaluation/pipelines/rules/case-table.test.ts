import { expect, test } from "vitest";
import { caseTable, distinctNames } from "./case-table";

test("case n of every evaluation is in row n, each input in a column of its evaluation", () => {
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

test("a text among other values is quoted, as the column has JSON", () => {
  const { rows } = caseTable([{ name: "n", cases: [{ x: "1" }, { x: 1 }, { x: null }] }]);
  expect(rows).toEqual([{ "n: x (JSON)": '"1"' }, { "n: x (JSON)": "1" }, { "n: x (JSON)": "null" }]);
});

test("a name that is used again gets a number", () => {
  expect(distinctNames(["tone", "bias", "tone", "tone"])).toEqual(["tone", "bias", "tone 2", "tone 3"]);
});
