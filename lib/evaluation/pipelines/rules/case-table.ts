// The cases of several evaluations as one table: case n of each evaluation is in row n.

export interface NamedCases {
  name: string;
  cases: readonly Readonly<Record<string, unknown>>[];
}

export interface CaseTable {
  columns: { name: string; dataType: "text" | "json" }[];
  /** Column name to the cell's text. */
  rows: Record<string, string>[];
  /** Of each evaluation, its input to the name of the input's column. */
  mappings: Record<string, string>[];
}

/** A column has JSON if one of its values is not a text. An input without a value has no cell, which is not an empty text. */
export function caseTable(evaluations: readonly NamedCases[]): CaseTable {
  const length = Math.max(0, ...evaluations.map(({ cases }) => cases.length));
  const rows: Record<string, string>[] = Array.from({ length }, () => ({}));
  const columns: CaseTable["columns"] = [];
  const mappings = evaluations.map(({ name, cases }) => {
    const keys = [...new Set(cases.flatMap((one) => Object.keys(one)))];
    const mapping = keys.map((key) => {
      const values = cases.map((one) => one[key]);
      const isJson = values.some((value) => value !== undefined && typeof value !== "string");
      const column = `${name}: ${key}${isJson ? " (JSON)" : ""}`;
      columns.push({ name: column, dataType: isJson ? "json" : "text" });
      for (const [index, value] of values.entries()) {
        const row = rows[index];
        if (row && value !== undefined) row[column] = isJson ? JSON.stringify(value) : String(value);
      }
      return [key, column] as const;
    });
    return Object.fromEntries(mapping);
  });
  return { columns, rows, mappings };
}

/** The names, with a number after those that came before. */
export function distinctNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return number === 1 ? name : `${name} ${number}`;
  });
}
