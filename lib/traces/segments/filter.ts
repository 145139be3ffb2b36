// The filter of a segment: a Bloom filter of its spans' words and their beginnings. It tells which segments cannot have the words of a
// search. It takes a fiftieth of the room of the words, and an insert costs the same however many segments there are (decision 0259).
// Method: B. H. Bloom, Space/time trade-offs in hash coding with allowable errors (1970), with two hashes for all bits as in
// A. Kirsch and M. Mitzenmacher, Less hashing, same performance (2006).
import { isUnspaced, type TextQuery } from "./words";

/** Beginnings by which a word is found, and the bits of each: the more segments have one by chance, the fewer are of use. */
const BEGINNINGS = [
  { letters: 3, bits: 6 },
  { letters: 6, bits: 8 },
] as const;
const WHOLE_BITS = 10;

/** A row of PostgreSQL has 8 kB, and other columns. */
const MOST_BYTES = 7500;
const LEAST_BYTES = 8;
/** More words would need a larger filter. */
export const MOST_WORDS = 2000;

/** The filter of these words, each once (lib/traces/segments/words.ts). */
export function filterOf(words: Iterable<string>): Buffer {
  const entries = noEntries();
  for (const word of words) addEntries(entries, word, true);
  // Half of its bits are set then.
  const size = Math.ceil(entries.bits / Math.LN2 / 8);
  const filter = Buffer.alloc(Math.min(MOST_BYTES, Math.max(LEAST_BYTES, size)));
  eachBit(entries, (bit) => {
    const at = bit % (filter.length * 8);
    filter[at >> 3] = (filter[at >> 3] ?? 0) | (1 << (at & 7));
  });
  return filter;
}

/** Bits that a filter has if one of its spans may match: each up to 2^31, modulo the filter's size. Empty if it cannot tell. */
export interface QueryBits {
  /** For the words, and for a word that begins as the last one. */
  beginning: number[];
  /** For the words, and for the last one as a whole word. */
  whole: number[];
}

export function bitsOfQuery({ words, beginning }: TextQuery): QueryBits {
  const withLast = (isWhole: boolean): number[] => {
    const entries = noEntries();
    for (const word of words) addEntries(entries, word, true);
    if (beginning !== null) addEntries(entries, beginning, isWhole);
    const bits = new Set<number>();
    eachBit(entries, (bit) => bits.add(bit));
    return [...bits];
  };
  return { beginning: withLast(false), whole: withLast(true) };
}

/** What is kept of words: hashes, and the sum of their bits. A beginning is often one of several words. */
interface Entries {
  beginnings: Set<number>[];
  wholes: number[];
  bits: number;
}

const noEntries = (): Entries => ({ beginnings: BEGINNINGS.map(() => new Set()), wholes: [], bits: 0 });

/** Adds a word, or what can be looked for of a beginning. In scripts without spaces, a word is two letters or a single one. */
function addEntries(entries: Entries, word: string, isWhole: boolean): void {
  if (isUnspaced(word)) {
    const [first = ""] = word;
    addBeginning(entries, 0, hashOf(first, first.length));
    if (word.length > first.length) addWhole(entries, hashOf(word, word.length));
    return;
  }
  for (let nth = 0; nth < BEGINNINGS.length; nth++) {
    const letters = BEGINNINGS[nth]?.letters ?? 0;
    if (word.length >= letters) addBeginning(entries, nth, hashOf(word, letters));
  }
  if (isWhole) addWhole(entries, mixed(~hashOf(word, word.length)));
}

function addBeginning(entries: Entries, nth: number, hash: number): void {
  const known = entries.beginnings[nth];
  if (!known || known.has(hash)) return;
  known.add(hash);
  entries.bits += BEGINNINGS[nth]?.bits ?? 0;
}

function addWhole(entries: Entries, hash: number): void {
  entries.wholes.push(hash);
  entries.bits += WHOLE_BITS;
}

/** Of the word's first letters: FNV-1a, mixed as MurmurHash3 does. */
function hashOf(word: string, letters: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < letters; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return mixed(hash);
}

function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return whole ^ (whole >>> 16);
}

function eachBit({ beginnings, wholes }: Entries, use: (bit: number) => void): void {
  for (const [nth, hashes] of beginnings.entries())
    for (const hash of hashes) bitsOf(hash, BEGINNINGS[nth]?.bits ?? 0, use);
  for (const hash of wholes) bitsOf(hash, WHOLE_BITS, use);
}

const LARGEST = 0x7fffffff;

function bitsOf(hash: number, count: number, use: (bit: number) => void): void {
  const step = mixed(hash ^ 0x9e3779b9) | 1;
  for (let nth = 0; nth < count; nth++) use((hash + Math.imul(nth, step)) & LARGEST);
}
