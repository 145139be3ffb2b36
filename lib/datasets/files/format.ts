/** A file's format: its name decides, or else its first characters. */
export function formatOf(name: string, sample: string): "csv" | "tsv" | "json array" | "json lines" {
  const start = sample
    .replace(/^\uFEFF/, "")
    .trimStart()
    .charAt(0);
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension === "csv" || extension === "tsv") return extension;
  if (start === "[") return "json array";
  if (start === "{" || /^(json|jsonl|ndjson)$/.test(extension ?? "")) return "json lines";
  return "csv";
}
