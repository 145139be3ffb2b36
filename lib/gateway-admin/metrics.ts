// The gateway's measures, as Prometheus reads them.
import type { Verb } from "@/lib/context";
import type * as contract from "@/lib/contracts/gateway/metrics";
import { GatewayFailure } from "@/lib/gateway/errors";
import { exposition, type Family } from "@/lib/gateway/metrics/families";
import { assertOperator } from "./access";

let collect: (() => Promise<Family[][]>) | undefined;

/** Gives the administration its way to the measures of every process of the server. */
export function collectMetricsBy(source: () => Promise<Family[][]>): void {
  collect = source;
}

export const getMetrics: Verb<typeof contract.getMetrics> = async ({ scope }) => {
  assertOperator(scope, "Only the gateway's operator can read its metrics.");
  if (!collect) {
    const message = "Only the stand-alone server has metrics. Here each function would know only its own.";
    throw new GatewayFailure("not_supported", message, { shouldRetry: false });
  }
  return exposition(await collect());
};
