import { databaseErrorCode, isDatabaseError } from "@/db/error-code";
import { log } from "./observe/log";

const FRAMES = 12;

/**
 * An error for the operator's log: name, message and where it happened. Of a database error only its code, since its texts
 * quote statements and the rows in them.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return "Something that is not an Error was thrown.";
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [`${error.name}: ${messageOf(error)}`, ...frames.slice(0, FRAMES)].join("\n");
}

/** An error's message and code; of a database error only its code. */
export function messageOf(error: Error): string {
  const code = databaseErrorCode(error);
  if (isDatabaseError(error)) return `database error${code ? ` ${code}` : ""}`;
  return code && !error.message.includes(code) ? `${error.message} (${code})` : error.message;
}

const QUIET_MS = 60_000;
/** When each kind of work was last reported. The texts are constants, so there are only a few. */
const reportedAt = new Map<string, number>();

/**
 * For `.catch` after work that the caller can go on without: logs that it could not `work`, once a minute at most. `work` is a
 * constant such as "close a connection".
 */
export const logIgnored =
  (work: string) =>
  (error: unknown): undefined => {
    const now = performance.now();
    if (now - (reportedAt.get(work) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    reportedAt.set(work, now);
    log("warn", `Could not ${work}.`, { error: describeError(error) });
  };
