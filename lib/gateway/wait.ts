import type { Signal } from "@/lib/exchange/signal";

/** Rejects with the signal's reason when it aborts first. */
export function wait(ms: number, signal: Signal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      signal.removeEventListener("abort", leave);
      resolve();
    }
    function leave() {
      clearTimeout(timer);
      reject(signal.reason);
    }
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
  });
}
