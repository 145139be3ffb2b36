import { Missing } from "@/app/_ui/feedback/missing";
import { quantity } from "@/app/_ui/figure/numbers";
import { usdText } from "../gateway/_components/usd";

const without = (unpriced: number): string => `${quantity(unpriced, "call")} without a price`;

/** The total cost of model calls, and how many calls it leaves out because their model has no price. */
export function Cost({ usd, unpriced }: { usd: number | null; unpriced: number }) {
  if (usd === null)
    return (
      <Missing
        reason={
          unpriced > 0
            ? `Its models have no price: the cost of ${quantity(unpriced, "call")} is unknown`
            : "The cost is unknown"
        }
      />
    );
  return (
    <span className="tabular-nums">
      {usdText(usd)}
      {unpriced > 0 ? <span className="text-faint"> and {without(unpriced)}</span> : null}
    </span>
  );
}

/** The same as a text. */
export function costText({ usd, unpriced }: { usd: number | null; unpriced: number }): string {
  if (usd === null) return without(unpriced);
  return unpriced > 0 ? `${usdText(usd)} and ${without(unpriced)}` : usdText(usd);
}

const MICROS = 1_000_000;

export const usdOfMicros = (micros: number | null): number | null => (micros === null ? null : micros / MICROS);
