import { describeError } from "@/lib/error-report";

/** One request's stray failure does not justify dropping all the others: it is logged, and the process goes on. */
export function surviveStrayFailures(): void {
  process.on("unhandledRejection", (reason) => {
    process.stderr.write(`${describeError(reason)}\n`);
  });
}
