// The prices that apply to a caller's calls.
import { GatewayFailure } from "../errors";
import type { Target } from "../providers/choose-targets";
import type { Caller } from "../settings";
import { type Pricings, priceOf } from "./price";

export const pricingsOf = ({ organization, settings }: Caller): Pricings => [organization?.pricing, settings.pricing];

export const defaultOutputOf = (pricings: Pricings): number | null =>
  pricings.find((pricing) => pricing?.defaultOutputTokens)?.defaultOutputTokens ?? null;

/** Whether a key may use models without a price. */
export const maySpendUnpriced = (caller: Caller): boolean =>
  !caller.key.refusesUnpriced &&
  (pricingsOf(caller).find((pricing) => pricing?.unknown)?.unknown ?? (caller.key.isManaged ? "refuse" : "free")) ===
    "free";

/** Throws `permission_denied` for a caller whose models need a price. */
export function refuseUnpriced(caller: Caller, model: string): void {
  if (maySpendUnpriced(caller)) return;
  throw new GatewayFailure(
    "permission_denied",
    `The model '${model.slice(0, 200)}' has no price, and this key may only use models that have one.`,
  );
}

/** The price of a million input and a million output tokens, to compare targets; null for a target without a price. */
export const comparablePrice =
  (caller: Caller, now: number) =>
  (target: Target): number | null => {
    const price = priceOf(pricingsOf(caller), target, now);
    return price && price.rates.input + price.rates.output;
  };
