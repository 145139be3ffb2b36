import { connection } from "@/db/client";
import { mergePending, takeWaiting } from "@/db/merge-pending";
import { logIgnored } from "@/lib/error-report";

const EVERY_MS = 2000;

/** Merges new entries of inverted indexes while something is written; the returned function ends that. */
export function keepMerged(): () => Promise<void> {
  let merging: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    if (merging || !takeWaiting()) return;
    merging = mergePending(connection().db)
      .catch(logIgnored("merge new entries into indexes"))
      .finally(() => {
        merging = null;
      });
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await merging;
  };
}
