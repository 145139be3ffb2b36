import { ArrivingPieces } from "@/lib/exchange/arriving-text";

/** The beginning of a body, of at most so many characters, and whether there was more. The rest is not read. */
export async function boundedText(
  body: AsyncIterable<string | Uint8Array> | string | Uint8Array | null,
  most: number,
): Promise<{ text: string; isCut: boolean }> {
  const pieces = new ArrivingPieces();
  const read = (piece: string | Uint8Array): string => (typeof piece === "string" ? piece : pieces.take(piece));
  let text = "";
  if (typeof body === "string" || body instanceof Uint8Array) text = read(body);
  else {
    for await (const piece of body ?? []) {
      text += read(piece);
      if (text.length > most) break;
    }
  }
  text += pieces.end();
  return { text: text.slice(0, most), isCut: text.length > most };
}
