import { logIgnored } from "@/lib/error-report";

const PATIENCE_MS = 120_000;

/**
 * Streams bytes as they are produced: the next chunk is requested when the client has room. A client that disconnects ends the work, and so
 * does one that reads nothing for two minutes.
 */
export function byteStream(chunks: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let patience: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(patience);
      const { done, value } = await chunks.next();
      if (done) return controller.close();
      controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      patience = setTimeout(() => {
        controller.error(new Error("The client stopped reading."));
        chunks.return(undefined).catch(logIgnored("end an answer whose client does not read"));
      }, PATIENCE_MS);
    },
    async cancel() {
      clearTimeout(patience);
      await chunks.return(undefined);
    },
  });
}
