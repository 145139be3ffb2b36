import { rowNumber } from "@/lib/datasets/rules/row-number";

/** A source in one line: its first text, else its name, row or type. */
export function previewText(preview: Record<string, unknown>): string {
  const { text, name, deleted, dataset_name, row_order } = preview;
  if (deleted === true) return "The source was deleted";
  if (typeof text === "string" && text !== "") return text.replaceAll(/\s+/g, " ");
  if (typeof name === "string" && name !== "") return name;
  if (typeof row_order === "number") return `Row ${rowNumber(row_order)} of ${String(dataset_name)}`;
  return String(preview.type ?? "Source");
}
