// One line and one measurement for each request of the API, once its answer is sent.
import type { RequestFacts } from "@/lib/exchange/request-facts";
import { type Level, logSoon } from "@/lib/observe/log";

/** Asked every few seconds by machines: their lines would hide all others. */
const QUIET = new Set(["livez", "healthz", "readyz", "health", "getStatus", "getMetrics"]);

export interface AnsweredRequest {
  facts: RequestFacts;
  method: string;
  /** Null if the client left before its answer. */
  status: number | null;
  ms: number;
}

export function levelOf(operation: string | null, status: number | null): Level {
  if (operation !== null && QUIET.has(operation)) return "debug";
  return status !== null && status >= 500 ? "warn" : "info";
}

/** The path is left out: some have a secret in them. */
export function logRequest({ facts, method, status, ms }: AnsweredRequest): void {
  logSoon(levelOf(facts.operation, status), "request", {
    request_id: facts.id,
    organization_id: facts.organizationId,
    operation: facts.operation,
    method,
    status,
    duration_ms: Math.round(ms * 10) / 10,
  });
}
