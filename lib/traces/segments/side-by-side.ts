// Filters of many segments side by side: for each bit of a filter, that bit of each segment. A search then reads the few bits that
// it looks for, of a thousand segments at a time, in place of their filters (decision 0260).
import { turn } from "@/lib/bounds/turn";
import { BITS_BELOW } from "./filter";

/** How many segments share a group. */
export const SEGMENTS_OF_GROUP = 2048;
/** One bit of each of their filters. */
export const ROW_BYTES = SEGMENTS_OF_GROUP / 8;

/** Filters between two turns of the event loop: about a millisecond of work. */
const AT_ONCE = 32;

/** A row of `ROW_BYTES` for each bit of the longest filter. The nth filter has the nth bit of each row. */
export async function sideBySide(filters: readonly Buffer[]): Promise<Buffer> {
  const bytes = Math.max(...filters.map(({ length }) => length));
  const rows = Buffer.alloc(bytes * 8 * ROW_BYTES);
  const none = Buffer.alloc(bytes);
  for (let from = 0; from < filters.length; from += 8) {
    if (from % AT_ONCE === 0) await turn();
    const filterAt = (nth: number): Buffer => widened(filters[from + nth] ?? none, bytes);
    const left = [filterAt(0), filterAt(1), filterAt(2), filterAt(3)] as const;
    const right = [filterAt(4), filterAt(5), filterAt(6), filterAt(7)] as const;
    transpose(left, right, rows, from / 8);
  }
  return rows;
}

/** The rows with only the filters that `kept` says, and others in place of some. */
export function renewed(rows: Buffer, kept: ReadonlySet<number>, changed: ReadonlyMap<number, Buffer>): Buffer {
  const mask = Buffer.alloc(ROW_BYTES);
  for (const nth of kept) if (!changed.has(nth)) mask[nth >> 3] = at(mask, nth >> 3) | (1 << (nth & 7));
  const result = Buffer.from(rows);
  for (let index = 0; index < result.length; index++) result[index] = at(result, index) & at(mask, index % ROW_BYTES);
  for (const [nth, filter] of changed) {
    const wide = widened(filter, rows.length / ROW_BYTES / 8);
    for (let bit = 0; bit < wide.length * 8; bit++) {
      if (!isSet(wide, bit)) continue;
      const index = bit * ROW_BYTES + (nth >> 3);
      result[index] = at(result, index) | (1 << (nth & 7));
    }
  }
  return result;
}

/** Which filters have all of some bits. `rows` has only rows that were looked up, one after the other; `numbers` says which of them count. */
export function haveAll(rows: Buffer, numbers: readonly number[]): Set<number> {
  const all = Buffer.alloc(ROW_BYTES, 0xff);
  for (const number of numbers) {
    let some = 0;
    for (let index = 0, from = number * ROW_BYTES; index < ROW_BYTES; index++) {
      const both = at(all, index) & at(rows, from + index);
      all[index] = both;
      some |= both;
    }
    if (some === 0) return new Set();
  }
  const found = new Set<number>();
  for (let nth = 0; nth < SEGMENTS_OF_GROUP; nth++) if (isSet(all, nth)) found.add(nth);
  return found;
}

const at = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;
/** As PostgreSQL's `get_bit` counts them. */
const isSet = (bytes: Uint8Array, bit: number): boolean => ((at(bytes, bit >> 3) >> (bit & 7)) & 1) === 1;

type Four = readonly [Buffer, Buffer, Buffer, Buffer];

/** Writes eight filters into a byte of each row. Method: H. S. Warren, Hacker's Delight (2012), section 7-3, in halves of 32 bits. */
function transpose([a, b, c, d]: Four, [e, f, g, h]: Four, rows: Buffer, column: number): void {
  let to = column;
  for (let index = 0; index < a.length; index++) {
    const left = turned(at(a, index) | (at(b, index) << 8) | (at(c, index) << 16) | (at(d, index) << 24));
    const right = turned(at(e, index) | (at(f, index) << 8) | (at(g, index) << 16) | (at(h, index) << 24));
    const first = (left & 0x0f0f0f0f) | ((right & 0x0f0f0f0f) << 4);
    const last = ((left >>> 4) & 0x0f0f0f0f) | (right & 0xf0f0f0f0);
    for (let shift = 0; shift < 32; shift += 8, to += ROW_BYTES) rows[to] = first >>> shift;
    for (let shift = 0; shift < 32; shift += 8, to += ROW_BYTES) rows[to] = last >>> shift;
  }
}

/** Four bytes with their blocks of two bits, then of four, transposed. */
function turned(bytes: number): number {
  const pairs = (bytes ^ (bytes >>> 7)) & 0x00aa00aa;
  const paired = bytes ^ pairs ^ (pairs << 7);
  const fours = (paired ^ (paired >>> 14)) & 0x0000cccc;
  return paired ^ fours ^ (fours << 14);
}

/** A filter with more bytes that lets the same words through. Of twice, four times … as many, each bit is repeated; of others, some bits are set that need not be. */
function widened(filter: Buffer, bytes: number): Buffer {
  if (filter.length === bytes) return filter;
  const [from, to] = [filter.length * 8, bytes * 8];
  const wide = Buffer.alloc(bytes);
  for (let bit = 0; bit < to; bit++) {
    // The numbers that have this bit: of those, the first and the last.
    const first = Math.ceil((bit * BITS_BELOW) / to);
    const last = Math.ceil(((bit + 1) * BITS_BELOW) / to) - 1;
    const end = Math.floor((last * from) / BITS_BELOW);
    for (let own = Math.floor((first * from) / BITS_BELOW); own <= end; own++)
      if (isSet(filter, own)) wide[bit >> 3] = at(wide, bit >> 3) | (1 << (bit & 7));
  }
  return wide;
}
