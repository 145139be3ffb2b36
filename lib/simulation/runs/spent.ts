// The cost of calls and runs, as the API shows it.
import { knownCost, usdOf } from "@/lib/gateway/money/amount";

export const spentOf = ({ spentMicros, unpriced }: { spentMicros: number; unpriced: number }) => ({
  spent_usd: usdOf(knownCost({ costMicros: spentMicros, unpriced })),
  unpriced_calls: unpriced,
});
