// Edit distances between two sequences of any members.
import { distance as bitParallel } from "fastest-levenshtein";
import { within } from "../unscored";

/**
 * Limits on matrix cells, each a third of a second that nobody else is served in: the bit-parallel method does 32 cells a
 * step, counting hits does one.
 */
const MOST_BY_BITS = 1_000_000_000;
const MOST_CELLS = 30_000_000;

/** Both without their common start and end. Neither the edits nor the most hits depend on these. */
function trimmed<T>(one: readonly T[], other: readonly T[]) {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  const middle = (members: readonly T[]) => members.slice(start, members.length - end);
  return { one: middle(one), other: middle(other), same: start + end };
}

/**
 * The least number of insertions, deletions and substitutions: Levenshtein (1966), by the bit-parallel method of Myers
 * (1999). Throws `Unscored` above 10⁹ pairs of members.
 */
export function levenshtein(first: readonly string[], second: readonly string[]): number {
  const { one, other } = trimmed(first, second);
  if (one.length === 0 || other.length === 0) return Math.max(one.length, other.length);
  within(one.length * other.length, MOST_BY_BITS, "The pair of texts");
  const ids = sharedIds(one, other);
  return bitParallel(asUnits(one, ids, 0), asUnits(other, ids, 1));
}

/**
 * Numbers from 2 for members of both sides: at most √10⁹, which fits 16 bits. A member of one side only gets that
 * side's number.
 */
function sharedIds(one: readonly string[], other: readonly string[]): Map<string, number> {
  const there = new Set(other);
  const ids = new Map<string, number>();
  for (const member of one) if (there.has(member) && !ids.has(member)) ids.set(member, ids.size + 2);
  return ids;
}

function asUnits(members: readonly string[], ids: ReadonlyMap<string, number>, alone: number): string {
  let text = "";
  for (const member of members) text += String.fromCharCode(ids.get(member) ?? alone);
  return text;
}

export interface Alignment {
  readonly hits: number;
  /** Substitutions, deletions and insertions together. */
  readonly edits: number;
}

/**
 * Among the alignments with the fewest edits, one with the most hits. Throws `Unscored` above 3·10⁷ pairs of members.
 */
export function align(reference: readonly string[], hypothesis: readonly string[]): Alignment {
  const { one, other, same } = trimmed(reference, hypothesis);
  if (one.length === 0 || other.length === 0) return { hits: same, edits: Math.max(one.length, other.length) };
  within(one.length * other.length, MOST_CELLS, "The pair of texts");
  const ids = sharedIds(one, other);
  const columns = Int32Array.from(other, (member) => ids.get(member) ?? 1);
  // Edits and hits in one number: one edit outweighs all hits.
  const edit = Math.min(one.length, other.length) + 1;
  const costs = Float64Array.from({ length: other.length + 1 }, (_, column) => column * edit);
  for (const [row, member] of one.entries()) {
    const id = ids.get(member) ?? 0;
    let diagonal = costs[0] ?? 0;
    let left = (row + 1) * edit;
    costs[0] = left;
    for (let column = 1; column <= columns.length; column++) {
      const above = costs[column] ?? 0;
      const paired = diagonal + (columns[column - 1] === id ? -1 : edit);
      left = Math.min(paired, Math.min(above, left) + edit);
      diagonal = above;
      costs[column] = left;
    }
  }
  const cost = costs[columns.length] ?? 0;
  const edits = Math.ceil(cost / edit);
  return { hits: same + edits * edit - cost, edits };
}
