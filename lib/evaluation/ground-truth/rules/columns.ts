import { invalidField } from "@/lib/errors";
import type { Columns } from "./examples";

/** Throws for the first mapped column that does not exist. */
export function checkColumns(field: string, columns: readonly string[], mapping: Columns): void {
  for (const [name, column] of Object.entries(mapping))
    if (!columns.includes(column)) throw invalidField(`${field}.${name}`, `There is no column ${column}.`);
}
