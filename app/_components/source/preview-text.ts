import { rowNumber } from "@/lib/datasets/rules/row-number";

/** A source in one line: its first text, else its name, row or type. */
export function previewText(preview: Record<string, unknown>): string {
  const { text, input_preview, name, deleted, dataset_name, row_order } = preview;
  if (deleted === true) return "The source was deleted";
  // An application's traces all have one name, so their input comes first.
  for (const words of [text, input_preview])
    if (typeof words === "string" && words.trim() !== "") return words.replaceAll(/\s+/g, " ").trim();
  if (typeof name === "string" && name !== "") return name;
  if (typeof row_order === "number") return `Row ${rowNumber(row_order)} of ${String(dataset_name)}`;
  return String(preview.type ?? "Source");
}
