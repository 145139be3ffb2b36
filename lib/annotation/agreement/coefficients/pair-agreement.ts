import { type PairTable, pairTables } from "../contingency";
import type { Measure } from "../measure";
import type { Counts } from "../tally";
import { percentOfPair } from "./percent-agreement";

interface PairAgreement {
  readonly annotators: PairTable["annotators"];
  readonly agreement: Measure;
}

/** Share of equal values of every two annotators who share an item, from `pair` counters: one label's, or several added up. */
export const pairAgreements = (pairs: Counts): PairAgreement[] =>
  pairTables(pairs).map((table) => ({ annotators: table.annotators, agreement: percentOfPair(table) }));
