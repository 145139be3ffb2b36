import { logIgnored } from "@/lib/error-report";

const PATIENCE_MS = 120_000;

/**
 * Bytes as they are made: the next piece is asked for when the client has room. A client that leaves ends the work, and so
 * does one that takes nothing for two minutes.
 */
export function byteStream(pieces: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let patience: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(patience);
      const { done, value } = await pieces.next();
      if (done) return controller.close();
      controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      patience = setTimeout(() => {
        controller.error(new Error("The client has stopped reading."));
        pieces.return(undefined).catch(logIgnored("end an answer whose client does not read"));
      }, PATIENCE_MS);
    },
    async cancel() {
      clearTimeout(patience);
      await pieces.return(undefined);
    },
  });
}
