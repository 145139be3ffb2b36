import { connection } from "@/db/client";
import { describeError } from "@/lib/error-report";
import { callSpan } from "@/lib/gateway/record/call-span";
import type { CompletedCall, Recorder } from "@/lib/gateway/record/watch-call";
import { toFailure } from "@/lib/http/render-error";
import { CallBuffer } from "./call-buffer";
import { storeCalls } from "./store-calls";

/** Of a call's input and output each. */
const CONTENT_CHARACTERS = 1_000_000;

/** Records calls in this process's database. */
export function createCallRecorder(): { recorder: Recorder; drain(): Promise<void> } {
  const buffer = new CallBuffer({
    store: (calls) => storeCalls(connection().db, calls),
    isOutage: (error) => toFailure(error).kind === "unavailable",
    warn,
  });
  const arriving = new Set<Promise<void>>();
  const take = (call: CompletedCall) => {
    const arrival = callSpan(call, CONTENT_CHARACTERS)
      .then(
        (traced) => buffer.add(traced),
        (error) => warn(describeError(error)),
      )
      .finally(() => arriving.delete(arrival));
    arriving.add(arrival);
  };
  return {
    recorder: { begin: () => take },
    /** Writes what has been handed over; gives up at the first failure. */
    async drain() {
      await Promise.all(arriving);
      await buffer.drain();
    },
  };
}

const warn = (sentence: string) => void process.stderr.write(`gateway: ${sentence}\n`);
