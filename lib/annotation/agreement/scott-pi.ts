import { type Contingency, marginals } from "./contingency";
import { beyondChance, type Measure } from "./measure";

/**
 * Scott's π of two annotators: π = (p_o − p_e)/(1 − p_e), p_e = Σ ((p_i. + p_.i)/2)².
 * Scott (1955), "Reliability of content analysis: the case of nominal scale coding", Public Opinion Quarterly 19(3).
 */
export function scottPi(table: Contingency): Measure {
  const { items, first, second } = marginals(table);
  const unequal = table.cells.reduce((sum, cell) => sum + (cell.first === cell.second ? 0 : cell.items), 0);
  const expected = first.reduce((rest, count, i) => rest - (count + (second[i] ?? 0)) ** 2, 4 * items * items);
  return beyondChance(unequal * 4 * items, expected, { items, comparisons: items, leftOut: 0 });
}
