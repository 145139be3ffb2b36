// Requests a minute at three levels. The most restrictive level that applies decides, and the headers describe it.

import { logIgnored } from "@/lib/error-report";
import { GatewayFailure } from "../errors";
import type { Level, Reading } from "../limits/reading";
import type { Parts } from "../parts";
import type { Lookup } from "../settings";
import { enter } from "./enter";
import type { LimitStatus } from "./reading";
import { windowEnd } from "./window";

/** Global requests a minute where the configuration names no limit. */
export const DEFAULT_GLOBAL_RPM = 6000;
/** The headers' values when the operator has switched off every limit. */
const UNLIMITED = 1_000_000_000;

/** The levels that have a limit: the global one, and once the key is known its organization's and its own. */
export function limitLevels({ settings, organization, key }: Lookup): Level[] {
  const { enabled, globalRpm } = settings.rateLimiting;
  if (!enabled) return [];
  const levels: Level[] = [{ name: "global", subject: "global", limit: globalRpm ?? DEFAULT_GLOBAL_RPM }];
  if (key?.organizationId && organization?.rateLimiting.enabled) {
    const subject = `organization:${key.organizationId}`;
    levels.push({ name: "organization", subject, limit: organization.rateLimiting.rpm ?? 0 });
  }
  const ofEachKey = organization?.rateLimiting.enabled ? (organization.rateLimiting.keyRpm ?? 0) : 0;
  if (key) levels.push({ name: "key", subject: `key:${key.id}`, limit: key.rateLimitRpm ?? ofEachKey });
  return levels.filter((level) => level.limit > 0);
}

/** The limits when not even the settings can be read. */
export const defaultLevels = limitLevels({
  key: null,
  organization: null,
  settings: { providers: [], modelMap: {}, rateLimiting: { enabled: true, globalRpm: null } },
});

/** The level that has refused, else the one with the fewest requests left, then with the smallest limit. */
export function bindingOf(readings: Reading[]): Reading | undefined {
  let binding: Reading | undefined;
  for (const reading of readings) if (!binding || isStricter(reading, binding)) binding = reading;
  return binding;
}

function isStricter(one: Reading, other: Reading): boolean {
  if (one.admitted !== other.admitted) return other.admitted;
  return (one.remaining - other.remaining || one.level.limit - other.level.limit) < 0;
}

/** The status of a level whose counter was not read. */
export const uncounted = (level: Level, now: number): Reading => ({
  level,
  admitted: true,
  remaining: level.limit,
  resetAt: windowEnd(now),
  counterReached: false,
});

export function limitStatusOf(readings: Reading[], now: number): LimitStatus {
  const binding = bindingOf(readings);
  if (!binding) return { limit: UNLIMITED, remaining: UNLIMITED, resetAt: windowEnd(now) / 1000, counterReached: true };
  const { level, remaining, resetAt } = binding;
  const seconds = Math.ceil(Math.max(resetAt, now) / 1000);
  return { limit: level.limit, remaining, resetAt: seconds, counterReached: binding.counterReached };
}

/** The status of the gateway-wide limit, for answers to requests that need no key. */
export async function globalLimitStatus(parts: Parts): Promise<LimitStatus> {
  const planFor = async ({ settings }: Lookup) => ({
    levels: limitLevels({ key: null, organization: null, settings }),
    claim: null,
    takes: false,
  });
  const { readings } = await enter(parts, null, planFor).catch(async (error) => {
    logIgnored("read the gateway's own limits")(error);
    return { readings: await parts.limiter.peek(defaultLevels) };
  });
  return limitStatusOf(readings, parts.now());
}

/** The refusal of a request with these readings; null if every level admits it. */
export function refusalOf(readings: Reading[], now: number): GatewayFailure | null {
  const binding = bindingOf(readings);
  if (!binding || binding.admitted) return null;
  const { limit, resetAt } = limitStatusOf(readings, now);
  const seconds = Math.max(1, resetAt - Math.floor(now / 1000));
  return new GatewayFailure(
    "rate_limit_exceeded",
    `The ${binding.level.name} rate limit of ${limit} ${limit === 1 ? "request" : "requests"} per minute is exceeded. ` +
      `Retry after the window resets, in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}
