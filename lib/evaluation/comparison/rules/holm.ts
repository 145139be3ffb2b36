/**
 * Corrects p-values for multiple tests; keeps their order. Holm (1979), "A simple sequentially rejective multiple test
 * procedure", Scandinavian Journal of Statistics 6.
 */
export function holm(chances: readonly number[]): number[] {
  const order = chances.map((p, index) => ({ p, index })).toSorted((one, other) => one.p - other.p);
  const adjusted = new Array<number>(chances.length);
  let least = 0;
  for (const [rank, { p, index }] of order.entries()) {
    least = Math.max(least, Math.min(1, p * (chances.length - rank)));
    adjusted[index] = least;
  }
  return adjusted;
}
