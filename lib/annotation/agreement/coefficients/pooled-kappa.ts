import type { Contingency } from "../contingency";
import type { Measure } from "../measure";
import { cohenKappa } from "./cohen-kappa";

/**
 * Cohen's formula over all pairs of values of all annotators together; in each pair, the annotator whose id sorts first
 * is the first. It is not an estimate of any annotator's κ, because it mixes the marginals of different people. We keep
 * it because clients read it.
 */
export const pooledKappa = (tables: readonly Contingency[]): Measure =>
  cohenKappa({ categories: tables[0]?.categories ?? [], cells: tables.flatMap((table) => table.cells) });
