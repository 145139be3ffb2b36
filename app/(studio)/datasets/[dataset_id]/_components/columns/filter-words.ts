import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { RowFilter, RowFilterType } from "@/lib/datasets/rules/row-arrangement";
import { isNumeric } from "../cells";

const empty = { is_null: "is empty", is_not_null: "is not empty" };

/** The operators of each type, in words that follow a column's name. */
export const operatorWords: Record<RowFilterType, Readonly<Record<string, string>>> = {
  text: {
    contains: "contains",
    not_contains: "does not contain",
    equals: "is",
    not_equals: "is not",
    starts_with: "begins with",
    ...empty,
  },
  number: {
    equals: "=",
    not_equals: "≠",
    less_than: "<",
    less_than_or_equal: "≤",
    greater_than: ">",
    greater_than_or_equal: "≥",
    ...empty,
  },
  boolean: { equals: "is", ...empty },
  datetime: { less_than: "before", greater_than_or_equal: "at or after", ...empty },
};

export function filterTypeOf(column: Pick<ConfiguredColumn, "data_type">): RowFilterType {
  if (isNumeric(column)) return "number";
  return column.data_type === "boolean" || column.data_type === "datetime" ? column.data_type : "text";
}

/** Such as "score < 0.5". */
export const filterText = ({ type, operator, value }: RowFilter, column: string): string =>
  `${column} ${operatorWords[type][operator] ?? operator.replaceAll("_", " ")} ${type === "text" && value ? `“${value}”` : value}`.trim();

type Compared = Pick<ConfiguredColumn, "id" | "name" | "data_type">;

/** The filters that are of their columns' types, and the others. */
export function fittingFilters(
  filters: readonly RowFilter[],
  columns: readonly Compared[],
): { kept: RowFilter[]; unfit: RowFilter[] } {
  const fits = ({ column: id, type }: RowFilter): boolean => {
    const column = columns.find((each) => each.id === id);
    return column !== undefined && filterTypeOf(column) === type;
  };
  return { kept: filters.filter(fits), unfit: filters.filter((filter) => !fits(filter)) };
}

/** Says which filters were removed. */
export function removedText(unfit: readonly RowFilter[], columns: readonly Compared[]): string {
  const words = unfit.map((filter) => {
    const column = columns.find(({ id }) => id === filter.column);
    return column
      ? `“${filterText(filter, column.name)}”, because the column is now of type ${column.data_type}`
      : `“${filterText(filter, "A column")}”, because the column is not there`;
  });
  return `Removed the filter ${words.join("; and ")}.`;
}

/** What is wrong with a filter's value; null if nothing is. */
export function valueProblem(type: RowFilterType, value: string): string | null {
  if (value.trim() === "") return "This field is required.";
  if (type === "number" && !Number.isFinite(Number(value))) return "Must be a number, such as 0.5.";
  if (type === "datetime" && Number.isNaN(Date.parse(value))) return "Must be a date, such as 2026-05-01.";
  return null;
}
