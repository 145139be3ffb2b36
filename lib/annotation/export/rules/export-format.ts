// The format of an export, written in chunks so that a queue of any size fits in memory.
import type { ExportFormat } from "@/lib/contracts/shapes";

export const exportFiles: Record<ExportFormat, { mediaType: string; extension: string }> = {
  json: { mediaType: "application/json", extension: "json" },
  jsonl: { mediaType: "application/x-ndjson", extension: "jsonl" },
  csv: { mediaType: "text/csv; charset=utf-8", extension: "csv" },
};

interface JsonFormat {
  start: string;
  /** Between two items. */
  separator: string;
  /** After each item. */
  terminator: string;
  end: string;
}

export const jsonFormats: Record<Exclude<ExportFormat, "csv">, JsonFormat> = {
  json: { start: '{"status":true,"result":[', separator: ",", terminator: "", end: "]}" },
  jsonl: { start: "", separator: "", terminator: "\n", end: "" },
};
