// What a request wants of the cache, from its headers.
import type { Headed } from "@/lib/exchange/exchange";
import { GatewayFailure } from "../errors";
import { gatewayRequestHeader } from "../headers";
import { parseDuration } from "../providers/deadline";
import type { CacheSettings } from "../settings";

export interface CacheOptions {
  reads: boolean;
  writes: boolean;
  ttlMs: number;
  /** Requests of other namespaces are others, whatever they say. */
  namespace: string;
}

const MAX_TTL_MS = 30 * 24 * 3_600_000;
const MAX_NAMESPACE = 255;

/** Throws `invalid_request_error` for a lifetime that is none, and for a namespace that is too long. */
export function cacheOptionsOf(request: Headed, { ttlMs }: CacheSettings): CacheOptions {
  const control = (request.header("cache-control") ?? "").toLowerCase();
  const refreshes = /^(1|true)$/i.test(gatewayRequestHeader(request, "cache-force-refresh") ?? "");
  const stores = !/\bno-store\b/.test(control);
  return {
    reads: stores && !refreshes && !/\bno-cache\b/.test(control),
    writes: stores,
    ttlMs: ttlOf(gatewayRequestHeader(request, "cache-ttl")) ?? ttlMs,
    namespace: namespaceOf(gatewayRequestHeader(request, "cache-namespace") ?? ""),
  };
}

/** Seconds, or a duration such as 10m. */
function ttlOf(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : parseDuration(value);
  if (ms !== null && ms >= 1 && ms <= MAX_TTL_MS) return Math.round(ms);
  throw refused("cache-ttl", "Must be seconds, or a duration such as 10m, of 30 days at most.");
}

function namespaceOf(value: string): string {
  if (value.length <= MAX_NAMESPACE) return value;
  throw refused("cache-namespace", `May have at most ${MAX_NAMESPACE} characters.`);
}

const refused = (name: string, message: string): GatewayFailure =>
  new GatewayFailure("invalid_request_error", `x-gateway-${name}: ${message}`, { param: `x-gateway-${name}` });
