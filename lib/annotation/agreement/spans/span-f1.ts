// How far two people's spans of one text are the same.
import type { Unit } from "./unitizing-alpha";

/** What both have, and what each has, counted in spans or in characters. */
export interface Overlap {
  readonly common: number;
  readonly total: number;
}

/** Spans with the same ends and category. */
export function exactOverlap(one: readonly Unit[], other: readonly Unit[]): Overlap {
  const keys = new Set(other.map(keyOf));
  return { common: one.filter((unit) => keys.has(keyOf(unit))).length, total: one.length + other.length };
}

const keyOf = ({ start, end, category }: Unit): string => JSON.stringify([start, end, category]);

/** Characters that both marked with the same category. Spans of a category do not overlap each other. */
export function characterOverlap(one: readonly Unit[], other: readonly Unit[]): Overlap {
  let common = 0;
  for (const a of one)
    for (const b of other)
      if (a.category === b.category) common += Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
  const size = (units: readonly Unit[]) => units.reduce((sum, { start, end }) => sum + end - start, 0);
  return { common, total: size(one) + size(other) };
}

/** F1: twice what both have, over what each has. Two who mark nothing agree. */
export function characterF1(one: readonly Unit[], other: readonly Unit[]): number {
  const { common, total } = characterOverlap(one, other);
  return total === 0 ? 1 : (2 * common) / total;
}
