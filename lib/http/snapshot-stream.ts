// Downloads that read the database as it was at one moment, for as long as their client takes.
import type { Database } from "@/db/client";
import { openSnapshot, type Snapshot } from "@/db/snapshot";
import { Failure } from "@/lib/errors";
import { byteStream } from "./byte-stream";

// Each keeps a database connection.
const MAX_STREAMS = 8;
let streams = 0;

/**
 * Streams what `chunks` makes of a snapshot. Throws 503 while too many such downloads run; `otherwise` is what the client can do
 * besides trying again.
 */
export async function snapshotStream(
  db: Database,
  chunks: (snapshot: Snapshot) => AsyncGenerator<string | Uint8Array>,
  otherwise?: string,
): Promise<ReadableStream<Uint8Array>> {
  if (streams >= MAX_STREAMS) {
    const advice = otherwise ? `Try again, or ${otherwise}.` : "Try again when another has ended.";
    throw new Failure("unavailable", `Too many exports are running. ${advice}`, { retryAfterSeconds: 10 });
  }
  streams++;
  const snapshot = await openSnapshot(db).catch((error: unknown) => {
    streams--;
    throw error;
  });
  async function* whole(): AsyncGenerator<string | Uint8Array> {
    try {
      yield* chunks(snapshot);
    } finally {
      streams--;
      await snapshot.close();
    }
  }
  return byteStream(whole());
}
