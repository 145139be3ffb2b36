import type { PairAgreement } from "@/lib/contracts/annotation/reports/pairs";

interface Person {
  id: string;
  name: string;
}

/** Everybody of the pairs, by name. */
export function peopleOf(pairs: readonly PairAgreement[]): Person[] {
  const people = new Map(pairs.flatMap(({ first, second }) => [first, second]).map((person) => [person.id, person]));
  return [...people.values()].sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}

/** The two of the address, else the pair that agrees least. */
export function twoOf(pairs: readonly PairAgreement[], address: string | undefined): [string, string] | null {
  const known = new Set(peopleOf(pairs).map(({ id }) => id));
  const [first, second] = (address ?? "").split(",");
  if (first && second && first !== second && known.has(first) && known.has(second)) return [first, second];
  const [least] = pairs.toSorted((one, other) => (one.agreement ?? 2) - (other.agreement ?? 2));
  return least ? [least.first.id, least.second.id] : null;
}
