// How an address names the order and the filters of a dataset's rows, and how a request does.

export const filterTypes = ["text", "number", "boolean", "datetime"] as const;
export type RowFilterType = (typeof filterTypes)[number];

export interface RowFilter {
  /** The column's id. */
  column: string;
  type: RowFilterType;
  operator: string;
  /** Empty if the operator takes none. */
  value: string;
}

/** Null if there are none, which removes them from the address. */
export const filtersText = (filters: readonly RowFilter[]): string | null =>
  filters.length === 0
    ? null
    : JSON.stringify(filters.map(({ column, type, operator, value }) => [column, type, operator, value]));

/** What is no filter in the address is left out. */
export function filtersIn(text: string): RowFilter[] {
  if (text === "") return [];
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) ? entries.flatMap((entry) => filterIn(entry) ?? []) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function filterIn(entry: unknown): RowFilter | null {
  if (!Array.isArray(entry) || entry.length !== 4 || !entry.every((part) => typeof part === "string")) return null;
  const [column = "", named = "", operator = "", value = ""] = entry;
  const type = filterTypes.find((known) => known === named);
  return type && column && operator ? { column, type, operator, value } : null;
}

export interface RowOrder {
  column: string;
  isDescending: boolean;
}

/** "column" or "-column"; null for the dataset's own order. */
export const orderIn = (text: string): RowOrder | null =>
  text === "" ? null : { column: text.replace(/^-/, ""), isDescending: text.startsWith("-") };

export const takesValue = (operator: string): boolean => operator !== "is_null" && operator !== "is_not_null";

/** The members of a request. */
export function arrangementInput({ sort, filters }: { sort: string; filters: string }) {
  const order = orderIn(sort);
  const chosen = filtersIn(filters);
  return {
    ...(order
      ? {
          sort: JSON.stringify([{ column_id: order.column, type: order.isDescending ? "descending" : "ascending" }]),
        }
      : {}),
    ...(chosen.length > 0 ? { filters: JSON.stringify(chosen.map(itemOf)) } : {}),
  };
}

const itemOf = ({ column, type, operator, value }: RowFilter) => ({
  column_id: column,
  filter_config: {
    filter_type: type,
    filter_op: operator,
    ...(takesValue(operator) ? { filter_value: value } : {}),
  },
});
