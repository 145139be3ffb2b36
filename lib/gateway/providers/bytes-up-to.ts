import type { ProviderReply } from "./provider";

/** The bytes of an answer as they arrive. Above `most` bytes it throws, so that the reader of a stream sees it aborted. */
export async function* bytesUpTo(most: number, body: ProviderReply["body"]): AsyncGenerator<Uint8Array> {
  let size = 0;
  const chunks = typeof body === "string" ? [new TextEncoder().encode(body)] : body;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > most) throw new Error("the answer exceeds the size limit");
    yield chunk;
  }
}
