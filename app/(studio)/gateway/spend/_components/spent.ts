import type { SpendGroup } from "@/lib/contracts/gateway/money/spend";
import { usdOfMicros } from "../../../_components/cost";

/** The cost of a spend group, in the form that `Cost` takes. */
export const spentIn = ({ cost_micros, unpriced_requests }: Pick<SpendGroup, "cost_micros" | "unpriced_requests">) => ({
  usd: usdOfMicros(cost_micros),
  unpriced: unpriced_requests,
});
