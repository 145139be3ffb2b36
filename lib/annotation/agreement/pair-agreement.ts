import { scaleOf } from "./category-readings";
import { cohenKappa } from "./cohen-kappa";
import { type Cell, type PairTable, pairTables } from "./contingency";
import { nominal, quadratic } from "./distance";
import type { AgreementLabel } from "./kept-counts";
import type { Measure } from "./measure";
import { percentOfPair } from "./percent-agreement";
import { type Draws, type Reading, readRows } from "./reading";
import type { Counts } from "./tally";

export interface PairAgreement {
  readonly annotators: PairTable["annotators"];
  readonly agreement: Measure;
}

/** Share of equal values of every two annotators who share an item, from `pair` counters: one label's, or several added up. */
export const pairAgreements = (pairs: Counts): PairAgreement[] =>
  pairTables(pairs).map((table) => ({ annotators: table.annotators, agreement: percentOfPair(table) }));

/** Cohen's κ of every two annotators, quadratic for stars, from a label's `cell` counters: an item stands in one cell per pair. */
export function pairKappas(
  label: AgreementLabel,
  cells: Counts,
  draws: Draws,
): { annotators: PairTable["annotators"]; reading: Reading }[] {
  const metric = label.type === "star" ? quadratic : nominal;
  const name = label.type === "star" ? "cohens_kappa_quadratic" : "cohens_kappa";
  return pairTables(cells, scaleOf(label)).flatMap(({ annotators, categories, cells }) =>
    readRows<Cell>(
      cells,
      { [name]: (rows: readonly Cell[]) => cohenKappa({ categories, cells: rows }, metric) },
      draws,
    ).map((reading) => ({
      annotators,
      reading,
    })),
  );
}
