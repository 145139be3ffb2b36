import type { SpendGroup } from "@/lib/contracts/gateway/spend";
import { usdOfMicros } from "../../../_components/cost";

/** What a line of the spend has cost, as `Cost` shows it. */
export const spentIn = ({ cost_micros, unpriced_requests }: Pick<SpendGroup, "cost_micros" | "unpriced_requests">) => ({
  usd: usdOfMicros(cost_micros),
  unpriced: unpriced_requests,
});
