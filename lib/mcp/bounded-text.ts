import { ChunkDecoder } from "@/lib/exchange/decode-chunks";

/** The beginning of a body, of at most so many characters, and whether there was more. The rest is not read. */
export async function boundedText(
  body: AsyncIterable<string | Uint8Array> | string | Uint8Array | null,
  most: number,
): Promise<{ text: string; isCut: boolean }> {
  const decoder = new ChunkDecoder();
  const read = (chunk: string | Uint8Array): string => (typeof chunk === "string" ? chunk : decoder.take(chunk));
  let text = "";
  if (typeof body === "string" || body instanceof Uint8Array) text = read(body);
  else {
    for await (const chunk of body ?? []) {
      text += read(chunk);
      if (text.length > most) break;
    }
  }
  text += decoder.end();
  return { text: text.slice(0, most), isCut: text.length > most };
}
