import { groupBy } from "@/lib/group-by";

interface Paired {
  id: string;
  bindingId: string | null;
  templateId: string | null;
  name: string;
}

export interface Pair<T> {
  first: T | null;
  second: T | null;
}

/**
 * Pairs the evaluations of two runs: first those of one metric, then those of one template with the same name, then
 * templates with one evaluation left in each run. No evaluation is paired twice.
 */
export function pairEvaluations<T extends Paired>(first: readonly T[], second: readonly T[]): Pair<T>[] {
  const partners = new Map<T, T>();
  const open = () => {
    const taken = new Set(partners.values());
    return [first.filter((one) => !partners.has(one)), second.filter((one) => !taken.has(one))] as const;
  };
  const pairBy = (keyOf: (one: T) => string | null, isSure: (left: T[], right: T[]) => boolean) => {
    const [left, right] = open().map((all) => groupBy(all, keyOf));
    for (const [key, ones] of left ?? []) {
      const others = right?.get(key) ?? [];
      if (key === null || !isSure(ones, others)) continue;
      for (const [index, one] of ones.entries()) {
        const other = others[index];
        if (other) partners.set(one, other);
      }
    }
  };
  pairBy(
    ({ bindingId }) => bindingId,
    () => true,
  );
  pairBy(
    ({ templateId, name }) => JSON.stringify([templateId, name]),
    () => true,
  );
  pairBy(
    ({ templateId }) => templateId,
    (ones, others) => ones.length === 1 && others.length === 1,
  );
  const [, left] = open();
  return [
    ...first.map((one) => ({ first: one, second: partners.get(one) ?? null })),
    ...left.map((one) => ({ first: null, second: one })),
  ];
}
