import type { Contingency } from "../contingency";
import type { Measure } from "../measure";
import { cohenKappa } from "./cohen-kappa";

/**
 * Cohen's formula over all pairs of values of all annotators thrown together, the annotator whose id sorts first standing in first
 * position. Not an estimate of any annotator's κ (marginals of different people are mixed); kept because clients read it.
 */
export const pooledKappa = (tables: readonly Contingency[]): Measure =>
  cohenKappa({ categories: tables[0]?.categories ?? [], cells: tables.flatMap((table) => table.cells) });
