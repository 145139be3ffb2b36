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

/** The evaluations of two runs that ask the same: those of one metric, then those of one template under one name. Each once. */
export function pairEvaluations<T extends Paired>(first: readonly T[], second: readonly T[]): Pair<T>[] {
  const left = new Set(second);
  const take = (isSame: (one: T) => boolean): T | null => {
    const found = [...left].find(isSame) ?? null;
    if (found) left.delete(found);
    return found;
  };
  const byMetric = first.map((one) => ({
    first: one,
    second: one.bindingId === null ? null : take((other) => other.bindingId === one.bindingId),
  }));
  const pairs: Pair<T>[] = byMetric.map((pair) => ({
    ...pair,
    second:
      pair.second ?? take(({ templateId, name }) => templateId === pair.first.templateId && name === pair.first.name),
  }));
  return [...pairs, ...[...left].map((one) => ({ first: null, second: one }))];
}
