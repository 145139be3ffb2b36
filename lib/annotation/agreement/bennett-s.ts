import type { Contingency } from "./contingency";
import { beyondChance, type Measure } from "./measure";
import { percentOfPair } from "./percent-agreement";

/**
 * Bennett's S of two annotators: S = (p_o − 1/q)/(1 − 1/q) for q categories, the unused ones of the scale included.
 * Bennett, Alpert & Goldstein (1954), "Communications through limited-response questioning", Public Opinion Quarterly 18(3).
 */
export function bennettS(table: Contingency): Measure {
  const equal = percentOfPair(table);
  return equal.value === null ? equal : beyondChance(1 - equal.value, 1 - 1 / table.categories.length, equal);
}
