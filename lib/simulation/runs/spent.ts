// What calls and runs have cost, as the wire shows it.
import { knownCost } from "@/lib/gateway/money/amount";

export const usdOf = (micros: number | null): number | null => (micros === null ? null : micros / 1e6);

export const spentOf = ({ spentMicros, unpriced }: { spentMicros: number; unpriced: number }) => ({
  spent_usd: usdOf(knownCost({ costMicros: spentMicros, unpriced })),
  unpriced_calls: unpriced,
});
