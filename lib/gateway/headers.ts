// The headers that every answer of the gateway carries.
import { withApiHeaders } from "@/lib/http/api-headers";
import type { Standing } from "./limits/admit";

/** Each is sent under every prefix, with one value. */
const names = [
  "request-id",
  "trace-id",
  "provider",
  "model-used",
  "latency-ms",
  "timeout-ms",
  "ratelimit-uncounted",
] as const;
const prefixes = ["x-gateway-", "x-agentcc-"] as const;

export function setGatewayHeader(headers: Headers, name: (typeof names)[number], value: string | number): void {
  for (const prefix of prefixes) headers.set(prefix + name, encodeURI(String(value)));
}

/** A request header under any of the prefixes. */
export function gatewayRequestHeader(headers: Headers, name: string): string | null {
  return prefixes.map((prefix) => headers.get(prefix + name)).find((value) => value !== null) ?? null;
}

/** The client's own request id when it is well-formed, else a new one. */
export function requestIdOf(headers: Headers): string {
  const own = headers.get("x-request-id") ?? gatewayRequestHeader(headers, "request-id");
  return own && /^[\w.:-]{1,128}$/.test(own) ? own : `req_${crypto.randomUUID().replaceAll("-", "")}`;
}

/** With a limiter out of reach the figures are the configuration's, and `ratelimit-uncounted` says so. */
function setStanding(headers: Headers, standing: Standing): void {
  headers.set("x-ratelimit-limit-requests", String(standing.limit));
  headers.set("x-ratelimit-remaining-requests", String(standing.remaining));
  headers.set("x-ratelimit-reset-requests", String(standing.resetAt));
  if (!standing.counted) setGatewayHeader(headers, "ratelimit-uncounted", "true");
}

const exposed = [
  "x-request-id",
  "x-ratelimit-limit-requests",
  "x-ratelimit-remaining-requests",
  "x-ratelimit-reset-requests",
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
  ...prefixes.flatMap((prefix) => names.map((name) => prefix + name)),
].join(", ");

/** Any page may call: a key travels in a header that a browser never adds by itself. */
function setCrossOrigin(headers: Headers): void {
  headers.set("access-control-allow-origin", "*");
  headers.set("access-control-expose-headers", exposed);
}

/** The answer to a browser's preflight. */
export function preflightHeaders(request: Request): Headers {
  return new Headers({
    "access-control-allow-methods": "GET, POST, OPTIONS",
    "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "*",
    "access-control-max-age": "86400",
    vary: "access-control-request-headers",
  });
}

/** Puts on a reply what every reply carries. */
export function complete(reply: Response, requestId: string, standing: Standing, latencyMs: number): Response {
  reply.headers.set("x-request-id", requestId);
  setGatewayHeader(reply.headers, "request-id", requestId);
  setGatewayHeader(reply.headers, "latency-ms", Math.round(latencyMs));
  setStanding(reply.headers, standing);
  setCrossOrigin(reply.headers);
  return withApiHeaders(reply);
}
