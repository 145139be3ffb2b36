// The gateway's parts on Upstash's Redis. What is peculiar to it is settled here, once:
// - a limiter's `reset` is an instant in milliseconds; the gateway's headers want seconds (admit.ts makes them);
// - a limiter that times out says `success: true`: such a request is let pass and marked as uncounted;
// - `pending` would have to outlive the response; with one region and no analytics nothing is ever pending.
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { type LookUpRow, lookUp } from "@/lib/redis/scripts/look-up";
import { evaluate } from "@/lib/redis/scripts/script";
import { GatewayFailure } from "../errors";
import type { Directory, GatewayKey, GatewaySettings, Level, Limiter, OrganizationSettings, Reading } from "../parts";
import { uncounted, windowEnd } from "./admit";
import { GLOBAL, KEYS, MARKER, SETTINGS } from "./projected";

const LIMIT_TIMEOUT_MS = 1000;
const RETRY_AFTER_SECONDS = 2;
const REMEMBERED = 500;

export interface DirectoryParts {
  redis: Redis;
  /** Opens a provider's key. */
  unseal(sealed: string): Promise<string>;
  /** Called when Redis has lost the projection: rebuilds it, or has it rebuilt. */
  recover(): Promise<void>;
}

export function upstashDirectory({ redis, unseal, recover }: DirectoryParts): Directory {
  const open = settingsOpener(unseal);
  const run = (keyHash: string | null): Promise<LookUpRow> =>
    evaluate(redis, lookUp, [KEYS, SETTINGS], [keyHash ?? "", MARKER, GLOBAL]);
  let recovery: Promise<void> | undefined;
  const recoverOnce = () => {
    recovery ??= recover().finally(() => {
      recovery = undefined;
    });
    return recovery;
  };
  const read = async (keyHash: string | null): Promise<LookUpRow> => {
    const row = await run(keyHash);
    if (row[0] !== null) return row;
    await recoverOnce();
    return run(keyHash);
  };
  return {
    async find(keyHash) {
      const [marker, key, settings, organization] = await read(keyHash).catch((error) => {
        throw unavailable("The gateway's store cannot be reached.", error);
      });
      if (marker === null || settings === null) throw unavailable("The gateway's configuration is being restored.");
      return {
        // Safe because lib/gateway-admin/projection.ts writes these in the types they are read in.
        key: key === null ? null : (JSON.parse(key) as GatewayKey),
        settings: await open(settings),
        organization: organization === null ? null : (JSON.parse(organization) as OrganizationSettings),
      };
    },
  };
}

const unavailable = (message: string, cause?: unknown): GatewayFailure =>
  new GatewayFailure("service_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

/** Parses settings and opens their sealed keys once for each text. */
function settingsOpener(unseal: DirectoryParts["unseal"]): (text: string) => Promise<GatewaySettings> {
  const opened = new Map<string, Promise<GatewaySettings>>();
  return async (text) => {
    const known = opened.get(text);
    if (known) return known;
    const settings = openSettings(JSON.parse(text) as GatewaySettings, unseal); // safe as in `find`
    if (opened.size >= REMEMBERED) opened.clear();
    opened.set(text, settings);
    settings.catch(() => opened.delete(text));
    return settings;
  };
}

async function openSettings(sealed: GatewaySettings, unseal: DirectoryParts["unseal"]): Promise<GatewaySettings> {
  const providers = sealed.providers.map(async (provider) => {
    if (provider.kind !== "openai" || provider.apiKey === null) return provider;
    const apiKey = await unseal(provider.apiKey).catch((error) => {
      throw unavailable("The providers' keys cannot be opened.", error);
    });
    return { ...provider, apiKey };
  });
  return { ...sealed, providers: await Promise.all(providers) };
}

/** Fixed windows of a minute, so that the promise of the reset header holds: from then on requests pass again. */
export function upstashLimiter(redis: Redis, now: () => number, report: (error: unknown) => void): Limiter {
  const limiters = new Map<number, Ratelimit>();
  const limiterFor = ({ limit }: Level): Ratelimit => {
    const known = limiters.get(limit);
    if (known) return known;
    if (limiters.size >= REMEMBERED) limiters.clear();
    const limiter = new Ratelimit({
      redis,
      limiter: Ratelimit.fixedWindow(limit, "60 s"),
      prefix: "gateway:limit",
      // A block that is remembered here would outlive a raised limit.
      ephemeralCache: false,
      timeout: LIMIT_TIMEOUT_MS,
      enableTelemetry: false,
    });
    limiters.set(limit, limiter);
    return limiter;
  };
  const failOpen = (level: Level) => (error: unknown) => {
    report(error);
    return uncounted(level, now());
  };

  const takeOne = async (level: Level): Promise<Reading> => {
    const { success, remaining, reset, reason } = await limiterFor(level).limit(level.subject);
    if (reason === "timeout") return uncounted(level, now());
    return { level, admitted: success, remaining, resetAt: reset, counted: true };
  };
  /** A refused request was counted like any other: gives it back, unless its window is over. */
  const giveBack = async (reading: Reading): Promise<Reading> => {
    if (!reading.counted || reading.resetAt !== windowEnd(now())) return reading;
    await limiterFor(reading.level).limit(reading.level.subject, { rate: -1 }).catch(report);
    return reading.admitted ? { ...reading, remaining: reading.remaining + 1 } : reading;
  };
  const peekOne = async (level: Level): Promise<Reading> => {
    const { remaining, reset } = await limiterFor(level).getRemaining(level.subject);
    return { level, admitted: true, remaining, resetAt: reset, counted: true };
  };
  return {
    async take(levels) {
      const readings = await Promise.all(levels.map((level) => takeOne(level).catch(failOpen(level))));
      const isRefused = readings.some((reading) => !reading.admitted);
      return isRefused ? Promise.all(readings.map(giveBack)) : readings;
    },
    peek: (levels) => Promise.all(levels.map((level) => peekOne(level).catch(failOpen(level)))),
  };
}
