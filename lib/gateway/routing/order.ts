// The order in which the targets of a model are tried. Pure.
import type { Strategy } from "./settings";

/** The data that a strategy uses. */
export interface RoutingFacts<T> {
  weightOf(target: T): number;
  /** Milliseconds to a first byte, as measured recently; null for targets that were never tried. */
  latencyOf(target: T): number | null;
  /** A comparable price; null where it is unknown. */
  priceOf(target: T): number | null;
  /** How many requests for the model came before this one. */
  turn: number;
  /** From 0 to below 1. */
  random(): number;
}

export function order<T>(targets: readonly T[], strategy: Strategy, known: RoutingFacts<T>): T[] {
  if (targets.length < 2) return [...targets];
  switch (strategy) {
    case "ordered":
      return [...targets];
    case "round-robin":
      return rotated(targets, known.turn);
    case "weighted":
      return drawn(targets, known);
    case "least-latency":
      return ascending(targets, (target) => known.latencyOf(target) ?? Number.NEGATIVE_INFINITY);
    case "cheapest":
      return ascending(targets, (target) => known.priceOf(target) ?? Number.POSITIVE_INFINITY);
  }
}

function rotated<T>(targets: readonly T[], turn: number): T[] {
  const first = turn % targets.length;
  return [...targets.slice(first), ...targets.slice(0, first)];
}

/** Drawn one after another, each by its share of the remaining weight. */
function drawn<T>(targets: readonly T[], { weightOf, random }: RoutingFacts<T>): T[] {
  const left = [...targets];
  const result: T[] = [];
  while (left.length > 0) {
    let mark = random() * left.reduce((sum, target) => sum + weightOf(target), 0);
    const at = left.findIndex((target) => {
      mark -= weightOf(target);
      return mark < 0;
    });
    result.push(...left.splice(Math.max(0, at), 1));
  }
  return result;
}

/** Equals stay in their order. */
const ascending = <T>(targets: readonly T[], measure: (target: T) => number): T[] => {
  const measured = targets.map((target) => ({ target, value: measure(target) }));
  return measured
    .sort((one, other) => (one.value === other.value ? 0 : one.value - other.value))
    .map(({ target }) => target);
};
