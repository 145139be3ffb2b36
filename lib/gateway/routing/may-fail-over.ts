import type { GatewayFailure } from "../errors";
import { defaultRouting } from "./settings";

/** Whether another target may succeed after this failure: a listed status, a redirect, or no answer at all. */
export function mayFailOver({ code, detail }: GatewayFailure, statuses: readonly number[]): boolean {
  if (isRedirect(detail.providerStatus)) return true;
  if (detail.providerStatus !== undefined) return statuses.includes(detail.providerStatus);
  return code === "upstream_error" || code === "timeout" || code === "service_unavailable";
}

/** Whether the same target may succeed when it is tried again. A status that only the configuration lists is retried as it says. */
export function mayRetry(failure: GatewayFailure, statuses: readonly number[]): boolean {
  const { shouldRetry, providerStatus } = failure.detail;
  if (!mayFailOver(failure, statuses)) return false;
  if (shouldRetry !== false) return true;
  if (providerStatus === undefined || isRedirect(providerStatus)) return false;
  return !defaultRouting.failover.statuses.includes(providerStatus);
}

/** Whether the target is in trouble. A faulty request says nothing about the target that refuses it. */
export function isTrouble({ code, detail }: GatewayFailure): boolean {
  if (detail.isOfRequest) return false;
  if (isRedirect(detail.providerStatus)) return true;
  if (detail.providerStatus !== undefined) return detail.providerStatus >= 500 && detail.providerStatus !== 501;
  return code === "upstream_error" || code === "timeout";
}

/** From an address that is not the provider's final one, nothing is answered. */
const isRedirect = (status: number | undefined): boolean => status !== undefined && status < 400;
