// The total cost of model calls. The cost of a model without a price is unknown, which is not 0.
import { toMicros } from "@/lib/gateway/money/amount";
import type { ModelAnswer } from "./judge";

export interface Spend {
  /** Micro-dollars of the calls with a known cost, including calls that failed afterwards. */
  costMicros: number;
  /** How many other calls were answered by models without a price. */
  unpriced: number;
}

export const noSpend: Readonly<Spend> = { costMicros: 0, unpriced: 0 };

export const spendOf = ({ status, costUsd }: Pick<ModelAnswer, "status" | "costUsd">): Spend => ({
  costMicros: costUsd === null ? 0 : toMicros(costUsd),
  unpriced: costUsd === null && status === 200 ? 1 : 0,
});

export const plus = (one: Spend, other: Spend): Spend => ({
  costMicros: one.costMicros + other.costMicros,
  unpriced: one.unpriced + other.unpriced,
});

/** The cost of one result: null if any part of it is unknown. */
export const wholeCost = ({ costMicros, unpriced }: Spend): number | null => (unpriced > 0 ? null : costMicros);

/** Why a ceiling ends work: an unknown cost cannot be kept under a ceiling. */
export const UNPRICED_UNDER_CEILING =
  "The ceiling cannot be enforced: one of the models has no price. Set its price in the gateway's configuration (0 if it is free), or start without a ceiling.";
