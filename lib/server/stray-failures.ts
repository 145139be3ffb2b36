import { describeError } from "@/lib/error-report";

/** One request's stray failure is no reason to drop all the others: it is told, and the process goes on. */
export function surviveStrayFailures(): void {
  process.on("unhandledRejection", (reason) => {
    process.stderr.write(`${describeError(reason)}\n`);
  });
}
