import { expect, test } from "vitest";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { RowFilter } from "@/lib/datasets/rules/row-arrangement";
import { fittingFilters, removedText } from "./filter-words";

type Column = Pick<ConfiguredColumn, "id" | "name" | "data_type">;
const column = (id: string, data_type: Column["data_type"]): Column => ({ id, name: `name of ${id}`, data_type });
const below: RowFilter = { column: "total", type: "number", operator: "less_than", value: "10" };
const holds: RowFilter = { column: "note", type: "text", operator: "contains", value: "x" };

test.each<[string, Column[], RowFilter[]]>([
  ["no column has changed", [column("total", "float"), column("note", "text")], []],
  ["another type that is compared alike", [column("total", "integer"), column("note", "json")], []],
  ["a type that is compared otherwise", [column("total", "text"), column("note", "text")], [below]],
  ["a column that is gone", [column("total", "float")], [holds]],
  ["both", [column("total", "datetime")], [below, holds]],
])("filters that no longer fit: %s", (_, columns, unfit) => {
  const found = fittingFilters([below, holds], columns);
  expect(found.unfit).toEqual(unfit);
  expect(found.kept).toEqual([below, holds].filter((filter) => !unfit.includes(filter)));
});

test("the removed filters are named, with why", () => {
  expect(removedText([below, holds], [column("total", "text")])).toBe(
    "Removed the filter “name of total < 10”, because the column is now of type text; and “A column contains “x””, because the column is not there.",
  );
});
