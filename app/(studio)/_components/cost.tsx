import { counted } from "@/app/_ui/figure/numbers";
import { Missing } from "@/app/_ui/missing";
import { usdText } from "../gateway/_components/usd";

const without = (unpriced: number): string => `${counted(unpriced, "call")} without a price`;

/** What calls of models have cost together, and how many are in no sum because their model has no price. */
export function Cost({ usd, unpriced }: { usd: number | null; unpriced: number }) {
  if (usd === null)
    return <Missing reason={`Its models have no price: what ${counted(unpriced, "call")} cost is not known`} />;
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
