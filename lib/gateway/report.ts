import { log } from "@/lib/observe/log";
import { isExplained } from "@/lib/observe/outages";

/** Writes an error's name and message only: a stack or a cause may quote addresses. */
export function reportError(error: unknown): void {
  if (isExplained(error)) return;
  const text =
    error instanceof Error ? `${error.name}: ${error.message.slice(0, 300)}` : "something other than an Error";
  log("error", `gateway: ${text}`);
}
