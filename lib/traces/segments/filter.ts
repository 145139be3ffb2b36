// The filter of a segment: a Bloom filter of its spans' words and their beginnings. It tells which segments cannot have the words of a
// search. It takes a fraction of the words' room, and an insert costs the same however many segments there are (decision 0260).
// Method: B. H. Bloom, Space/time trade-offs in hash coding with allowable errors (1970), with two hashes for all bits as in
// A. Kirsch and M. Mitzenmacher, Less hashing, same performance (2006).
import { isUnspaced, type TextQuery } from "./words";

/** Bits of a word's first letters, by their number. Few words differ in three, so many bits cost little; each further letter adds some. */
const BEGINNING_BITS = [0, 0, 0, 6, 3, 3, 3, 3, 3, 3, 3] as const;
const WHOLE_BITS = 10;
/** Of scripts without spaces, a word is two letters, or one that stands alone. */
const LETTER_BITS = 6;

/** Bits are numbers below this: a filter of n bits has the bit b at ⌊b·n / 2^31⌋. */
export const BITS_BELOW = 2 ** 31;

/** A filter has as many bytes, or half of it, a quarter and so on: side by side, they then share bits exactly. A row of PostgreSQL has 8 kB. */
const MOST_BYTES = 7424;
const LEAST_BYTES = 29;
/** The most of its bits that are set, unless it would need more bytes. */
const MOST_SET = 0.6;
/** More words would need a larger filter. */
export const MOST_WORDS = 1500;

/** The filter of these words (lib/traces/segments/words.ts). */
export function filterOf(words: Iterable<string>): Buffer {
  const list = new BitList();
  for (const word of words) addBits(list, word, true);
  let filter = withBits(list.added());
  for (;;) {
    const half = halved(filter);
    if (half.length < LEAST_BYTES || countSet(half) > MOST_SET * 8 * half.length) return filter;
    filter = half;
  }
}

/** Bits that a filter has if one of its spans may match. Empty if it cannot tell. */
export interface QueryBits {
  /** For the words, and for a word that begins as the last one. */
  beginning: number[];
  /** For the words, and for the last one as a whole word. */
  whole: number[];
}

export function bitsOfQuery({ words, beginning }: TextQuery): QueryBits {
  const withLast = (isWhole: boolean): number[] => {
    const list = new BitList();
    for (const word of words) addBits(list, word, true);
    if (beginning !== null) addBits(list, beginning, isWhole);
    return [...new Set(list.added())];
  };
  return { beginning: withLast(false), whole: withLast(true) };
}

/** The longest filter, with these bits as PostgreSQL's `get_bit` counts them. */
function withBits(bits: Int32Array): Buffer {
  const filter = Buffer.alloc(MOST_BYTES);
  const scale = (MOST_BYTES * 8) / BITS_BELOW;
  for (const bit of bits) {
    const at = (bit * scale) | 0;
    filter[at >> 3] = (filter[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return filter;
}

/** Of each byte the four pairs of its bits: whether one of two is set. */
const PAIRS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const either = byte | (byte >> 1);
  return (either & 1) | ((either >> 1) & 2) | ((either >> 2) & 4) | ((either >> 3) & 8);
});

/** The filter of half as many bytes with the same bits. */
function halved(filter: Buffer): Buffer {
  const half = Buffer.alloc(filter.length >> 1);
  const pairsAt = (index: number): number => PAIRS[filter[index] ?? 0] ?? 0;
  for (let index = 0; index < half.length; index++) half[index] = pairsAt(2 * index) | (pairsAt(2 * index + 1) << 4);
  return half;
}

const SET = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

function countSet(filter: Buffer): number {
  let count = 0;
  for (const byte of filter) count += SET[byte] ?? 0;
  return count;
}

/** A power of two. */
const SLOTS = 8192;

/** Bits of words, some more than once. */
class BitList {
  #bits = new Int32Array(16_384);
  #length = 0;
  /** The last beginning that was added, by its hash. Words share most of theirs, and each needs to be added once. */
  readonly #hashes = new Int32Array(SLOTS);
  readonly #letters = new Uint8Array(SLOTS);

  /** The bits of a beginning with this hash and number of letters. */
  addBeginning(hash: number, letters: number): void {
    const count = BEGINNING_BITS[letters] ?? 0;
    if (count === 0) return;
    const slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    if (this.#hashes[slot] === hash && this.#letters[slot] === letters) return;
    this.#hashes[slot] = hash;
    this.#letters[slot] = letters;
    this.spread(mixed(hash), count);
  }

  spread(hash: number, count: number): void {
    if (this.#length + count > this.#bits.length) {
      const larger = new Int32Array(2 * this.#bits.length);
      larger.set(this.#bits);
      this.#bits = larger;
    }
    const step = mixed(hash ^ 0x9e3779b9) | 1;
    for (let nth = 0; nth < count; nth++) this.#bits[this.#length++] = (hash + Math.imul(nth, step)) >>> 1;
  }

  added(): Int32Array {
    return this.#bits.subarray(0, this.#length);
  }
}

/** Adds the bits of a word, or of a beginning. Hashes are FNV-1a of the first letters, mixed as MurmurHash3 does. */
function addBits(list: BitList, word: string, isWhole: boolean): void {
  const isPair = isUnspaced(word);
  const firstLetter = isPair ? String.fromCodePoint(word.codePointAt(0) ?? 0).length : 0;
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
    const letters = index + 1;
    if (!isPair) list.addBeginning(hash, letters);
    else if (letters === firstLetter) list.spread(mixed(hash), LETTER_BITS);
  }
  if (isPair ? word.length > firstLetter : isWhole) list.spread(mixed(~hash), WHOLE_BITS);
}

function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return whole ^ (whole >>> 16);
}
