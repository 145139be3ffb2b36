// How long the API's operations take and how they end. Their names are bounded by the contracts.
import { Counter, Histogram } from "@/lib/gateway/metrics/series";
import type { AnsweredRequest } from "../request-log";

const requests = new Counter("assay_requests_total", "Requests by operation and status.", "operation", "status");
const durations = new Histogram("assay_request_duration_seconds", "Time to the end of the answer.", "operation");

export function measureRequest({ facts, status, ms }: AnsweredRequest): void {
  const operation = facts.operation ?? "none";
  requests.add(1, operation, status === null ? "left" : String(status));
  durations.observe(ms / 1000, operation);
}

export const requestMeasures = () => [requests.read(), durations.read()];
