import { logIgnored } from "@/lib/error-report";

/**
 * Does `work` every `everyMs` milliseconds, never twice at once; `what` names it in the log when it fails. The returned
 * function ends that, after what is under way.
 */
export function repeat(everyMs: number, work: () => Promise<unknown>, what: string): () => Promise<void> {
  let underWay: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    underWay ??= work()
      .catch(logIgnored(what))
      .finally(() => {
        underWay = null;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
