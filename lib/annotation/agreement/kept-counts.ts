import type { LabelType } from "@/lib/contracts/shapes";
import type { Counter } from "./counters";
import type { Counts } from "./tally";

export interface AgreementLabel {
  readonly type: LabelType;
  readonly multiChoice: boolean;
  /** Canonical texts of all values that may be given, in order: options, "1" to the number of stars. Empty where unbounded. */
  readonly scale: readonly string[];
}

/** A label's counters. Null are those that do not exist for its type or are too many to read. A `Tally` is one. */
export type KeptCounts = Readonly<
  Record<"shape" | "pair", Counts> & Record<Exclude<Counter, "shape" | "pair">, Counts | null>
>;
