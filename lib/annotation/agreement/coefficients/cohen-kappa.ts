import { type Contingency, marginals } from "../contingency";
import { type Metric, nominal } from "../distance";
import { beyondChance, type Measure } from "../measure";

/**
 * Cohen's κ of two annotators: κ = (p_o − p_e)/(1 − p_e), p_e = Σ p_i·p_.i. Cohen (1960), "A coefficient of agreement
 * for nominal scales", Educational and Psychological Measurement 20(1). With a metric, weighted κ = 1 − Σ v·p_ij / Σ
 * v·p_i.·p_.j: Cohen (1968), "Weighted kappa", Psychological Bulletin 70(4).
 */
export function cohenKappa(table: Contingency, metric: Metric = nominal): Measure {
  const { items, first, second } = marginals(table);
  const totals = first.map((count, index) => count + (second[index] ?? 0));
  const distance = metric(table.categories, totals);
  let observed = 0;
  for (const cell of table.cells) observed += cell.items * distance(cell.first, cell.second);
  const expected =
    metric === nominal ? expectedUnequal(items, first, second) : expectedDistance(first, second, distance);
  return beyondChance(observed * items, expected, { items, comparisons: items, leftOut: 0 });
}

/** In whole numbers and one pass, because numeric labels may have thousands of categories. */
function expectedUnequal(items: number, first: Float64Array, second: Float64Array): number {
  return first.reduce((rest, count, index) => rest - count * (second[index] ?? 0), items * items);
}

function expectedDistance(
  first: Float64Array,
  second: Float64Array,
  distance: (a: number, b: number) => number,
): number {
  let expected = 0;
  for (const [i, a] of first.entries()) for (const [j, b] of second.entries()) expected += a * b * distance(i, j);
  return expected;
}
