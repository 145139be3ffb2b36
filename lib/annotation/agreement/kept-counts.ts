import type { LabelType } from "@/lib/contracts/shapes";
import type { Counter } from "./counters";
import type { Counts } from "./tally";

export interface AgreementLabel {
  readonly type: LabelType;
  readonly multiChoice: boolean;
  /**
   * Canonical texts of all possible values in order: the options, or "1" to the number of stars. Empty if unlimited.
   */
  readonly scale: readonly string[];
}

/** A label's counters. Null are those that its type does not have, or that are too many to read. A `Tally` is one. */
export type KeptCounts = Readonly<
  Record<"shape" | "pair", Counts> & Record<Exclude<Counter, "shape" | "pair">, Counts | null>
>;
