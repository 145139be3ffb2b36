import type { ProviderReply } from "./provider";

/** The bytes of an answer as they arrive. Above `most` bytes it throws, so that the reader of a stream sees it aborted. */
export async function* bytesUpTo(most: number, body: ProviderReply["body"]): AsyncGenerator<Uint8Array> {
  let size = 0;
  const pieces = typeof body === "string" ? [new TextEncoder().encode(body)] : body;
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > most) throw new Error("the answer exceeds the size limit");
    yield piece;
  }
}
