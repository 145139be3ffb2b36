// Handles a request's body that its answer did not wait for.
import type { IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { MAX_DRAINED_BYTES, MAX_DRAINED_MS } from "@/lib/bounds/limits";
import { whenAborted } from "@/lib/rejections";

/** So much is taken and thrown away to keep a connection. */
const KEPT_BYTES = 64 * 1024;

/** Whether so much of the body may still come that the connection is better closed than kept for it. */
export function isUploading({ complete, headers }: IncomingMessage): boolean {
  return !complete && ("transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > KEPT_BYTES);
}

/**
 * Takes what the client still sends, within bounds: most send to the end before they read, and a connection that is closed
 * under them takes the answer with it.
 */
export async function drain(message: IncomingMessage): Promise<void> {
  const enough = new AbortController();
  const stop = () => enough.abort();
  let taken = 0;
  message.on("data", (chunk: Buffer) => {
    taken += chunk.length;
    if (taken > MAX_DRAINED_BYTES) stop();
  });
  message.once("close", stop).once("end", stop).resume();
  if (message.readableEnded || message.destroyed) return;
  await wait(MAX_DRAINED_MS, undefined, { signal: enough.signal }).catch(whenAborted(() => undefined));
}
