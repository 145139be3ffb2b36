import { describeError } from "@/lib/error-report";
import { log } from "@/lib/observe/log";

/** One request's stray failure does not justify dropping all the others: it is logged, and the process goes on. */
export function surviveStrayFailures(): void {
  process.on("unhandledRejection", (reason) => {
    log("error", "A failure was not handled.", { error: describeError(reason) });
  });
}
