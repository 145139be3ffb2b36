// The headers that every answer of the gateway carries.
import { type Exchange, type Headed, type Reply, withApiHeaders } from "@/lib/exchange/exchange";
import type { LimitStatus } from "./limits/reading";

/** Each is sent under every prefix, with one value. */
const names = [
  "request-id",
  "trace-id",
  "provider",
  "model-used",
  "prompt-version",
  "latency-ms",
  "timeout-ms",
  "fallback-used",
  "routing-strategy",
  "ratelimit-uncounted",
  "cache",
  "guardrail-triggered",
  "guardrail-name",
  "guardrail-action",
  "cost",
  "credits-remaining",
  "budget-remaining",
  "budget-warning",
  "money-uncounted",
] as const;

type Headers = Reply["headers"];

export function setGatewayHeader(headers: Headers, name: (typeof names)[number], value: string | number): void {
  const shown = typeof value === "number" ? String(value) : PLAIN.test(value) ? value : encodeURI(value);
  headers[`x-gateway-${name}`] = shown;
  // The published client in TypeScript compares it with "hit".
  headers[`x-agentcc-${name}`] = name === "cache" ? shown.toLowerCase() : shown;
}

/** What `encodeURI` leaves as it is, and most values are. */
const PLAIN = /^[\w.:,;/-]*$/;

/** A request header under any of the prefixes. An empty one is absent: clients send it for a setting without a value. */
export const gatewayRequestHeader = ({ header }: Headed, name: string): string | null =>
  header(`x-gateway-${name}`) || header(`x-agentcc-${name}`) || null;

/** With a limiter out of reach the figures are the configuration's, and `ratelimit-uncounted` says so. */
function setLimitHeaders(headers: Headers, status: LimitStatus): void {
  headers["x-ratelimit-limit-requests"] = String(status.limit);
  headers["x-ratelimit-remaining-requests"] = String(status.remaining);
  headers["x-ratelimit-reset-requests"] = String(status.resetAt);
  if (!status.counterReached) setGatewayHeader(headers, "ratelimit-uncounted", "true");
}

const exposed = [
  "x-request-id",
  "request-id",
  "x-ratelimit-limit-requests",
  "x-ratelimit-remaining-requests",
  "x-ratelimit-reset-requests",
  "x-ratelimit-limit-tokens",
  "x-ratelimit-remaining-tokens",
  "x-ratelimit-reset-tokens",
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
  ...["x-gateway-", "x-agentcc-"].flatMap((prefix) => names.map((name) => prefix + name)),
].join(", ");

/** Any page may call: a key travels in a header that a browser never adds by itself. */
function setCrossOrigin(headers: Headers): void {
  headers["access-control-allow-origin"] = "*";
  headers["access-control-expose-headers"] = exposed;
}

/** The answer to a browser's preflight. */
export const preflightHeaders = ({ header }: Exchange): Headers => ({
  "access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
  "access-control-allow-headers": header("access-control-request-headers") ?? "*",
  "access-control-max-age": "86400",
  vary: "access-control-request-headers",
});

/** Puts on a reply what every reply carries. */
export function complete(reply: Reply, requestId: string, status: LimitStatus, latencyMs: number): Reply {
  reply.headers["x-request-id"] = requestId;
  setGatewayHeader(reply.headers, "request-id", requestId);
  setGatewayHeader(reply.headers, "latency-ms", Math.round(latencyMs));
  setLimitHeaders(reply.headers, status);
  setCrossOrigin(reply.headers);
  return withApiHeaders(reply);
}
