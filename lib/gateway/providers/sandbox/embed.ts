// The sandbox's embeddings: texts with the same words lie close to each other, and the same text always in the same place.
import type { ChatBody } from "@/lib/contracts/gateway/chat";

const DIMENSIONS = 64;
const MAX_DIMENSIONS = 4096;

export function embeddingsOf(body: ChatBody, model: string) {
  const texts = body.messages.map(({ content }) => (typeof content === "string" ? content : ""));
  const size =
    typeof body.dimensions === "number" ? Math.min(Math.max(1, body.dimensions), MAX_DIMENSIONS) : DIMENSIONS;
  const words = texts.map((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const isPacked = body.encoding_format === "base64";
  const data = words.map((own, index) => {
    const vector = vectorOf(own, Math.trunc(size));
    return { object: "embedding", index, embedding: isPacked ? packed(vector) : vector };
  });
  const tokens = words.reduce((sum, own) => sum + own.length, 0);
  return {
    object: "list",
    model: `sandbox/${model}`,
    data,
    usage: { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens },
  };
}

/** Each word adds to one dimension; of length 1. */
function vectorOf(words: readonly string[], size: number): number[] {
  const vector = Array.from({ length: size }, () => 0);
  for (const word of words) {
    const at = hashOf(word) % size;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** As little-endian floats of 32 bits in base64, which OpenAI's clients ask for. */
function packed(vector: readonly number[]): string {
  const bytes = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [index, value] of vector.entries()) bytes.setFloat32(index * 4, value, true);
  return btoa(Array.from(new Uint8Array(bytes.buffer), (byte) => String.fromCharCode(byte)).join(""));
}
