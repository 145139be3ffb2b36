import { type PairTable, pairTables } from "../contingency";
import type { Measure } from "../measure";
import type { Counts } from "../tally";
import { percentOfPair } from "./percent-agreement";

interface PairAgreement {
  readonly annotators: PairTable["annotators"];
  readonly agreement: Measure;
}

/**
 * For each pair of annotators who share an item, the share of equal values. From `pair` counters of one label, or of
 * several added up.
 */
export const pairAgreements = (pairs: Counts): PairAgreement[] =>
  pairTables(pairs).map((table) => ({ annotators: table.annotators, agreement: percentOfPair(table) }));
