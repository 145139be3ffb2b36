import { databaseErrorCode } from "@/db/error-code";

const FRAMES = 12;

/**
 * An error for the operator's log: name, message and where it happened. Of a database error only its code, since its texts
 * quote statements and the rows in them.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return "Something was thrown that is no Error.";
  const code = databaseErrorCode(error);
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const message = code ? `database error ${code}` : error.message;
  return [`${error.name}: ${message}`, ...frames.slice(0, FRAMES)].join("\n");
}
