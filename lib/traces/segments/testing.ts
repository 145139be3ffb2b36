import { BITS_BELOW } from "./filter";

/** Whether a filter has a bit, as PostgreSQL's `get_bit` reads it. */
export function hasBit(filter: Uint8Array, bit: number): boolean {
  const own = Math.floor((bit * filter.length * 8) / BITS_BELOW);
  return ((filter[own >> 3] ?? 0) >> (own & 7)) % 2 === 1;
}
