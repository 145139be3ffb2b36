// The sandbox's embeddings: texts with the same words are near each other, and the same text always gives the same vector.
import type { ChatBody } from "@/lib/contracts/gateway/chat";

const DIMENSIONS = 64;
const MAX_DIMENSIONS = 4096;

export function embeddingsOf(body: ChatBody, model: string) {
  const size =
    typeof body.dimensions === "number" ? Math.min(Math.max(1, body.dimensions), MAX_DIMENSIONS) : DIMENSIONS;
  const lists = tokenLists(body.input);
  const words = lists ?? body.messages.map(wordsIn);
  const isPacked = body.encoding_format === "base64";
  const data = words.map((own, index) => {
    const vector = vectorOf(own, Math.trunc(size), lists ? own.join(" ") : null);
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

const wordsIn = ({ content }: ChatBody["messages"][number]): string[] =>
  typeof content === "string" ? (content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : [];

/** Each list of tokens as words; null for texts. */
function tokenLists(input: unknown): string[][] | null {
  if (!Array.isArray(input)) return null;
  const lists: unknown[] = input.every(Array.isArray) ? input : [input];
  return lists.map((list) => (Array.isArray(list) ? list.map(String) : []));
}

/** Each word adds to one dimension; of length 1. A whole adds a little to each, so that other orders differ. */
function vectorOf(words: readonly string[], size: number, whole: string | null): number[] {
  const seed = whole === null ? null : hashOf(whole);
  const vector = Array.from({ length: size }, (_, at) =>
    seed === null ? 0 : (hashOf(`${seed} ${at}`) / 0xffffffff) * 0.01,
  );
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
