import type { Output } from "@/lib/contracts/contract";
import type { getDatasetTable } from "@/lib/contracts/datasets/table";
import type { Input } from "./column";

/** The row's cells in columns that are named like an input. */
export function cellsOf(
  { column_config, table: [row] }: Pick<Output<typeof getDatasetTable>, "column_config" | "table">,
  inputs: readonly Input[],
): Record<string, string> {
  return Object.fromEntries(
    inputs.flatMap(({ name }) => {
      const column = column_config.find((one) => one.name.toLowerCase() === name.toLowerCase());
      const cell = column ? row?.[column.id] : undefined;
      const value = typeof cell === "object" ? cell.cellValue : null;
      return value === null ? [] : [[name, value]];
    }),
  );
}
