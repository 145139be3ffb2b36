// Browsers load this file, so it does not import zod.
/** What of a trace can fill a column, beside paths into its input, output and attributes. */
export const tracePaths = [
  "input_text",
  "output_text",
  "input",
  "output",
  "error",
  "name",
  "status",
  "models",
  "user",
  "session",
  "environment",
  "tags",
  "latency_ms",
  "total_tokens",
  "cost_usd",
  "started_at",
  "trace_id",
] as const;
export type TracePath = (typeof tracePaths)[number];

export const traceImportStatuses = ["running", "completed", "failed"] as const;
