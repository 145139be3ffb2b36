import { cut } from "@/lib/bounds/excerpt";
import { messageOf } from "@/lib/error-report";
import { log } from "@/lib/observe/log";
import { isExplained } from "@/lib/observe/outages";

/** Writes an error's name and message only: a stack or a cause may quote addresses. Of a database error only its code. */
export function reportError(error: unknown): void {
  if (isExplained(error)) return;
  const text =
    error instanceof Error ? `${error.name}: ${cut(messageOf(error), 300)}` : "something other than an Error";
  log("error", `gateway: ${text}`);
}
