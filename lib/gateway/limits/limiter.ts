// The limiter on Redis. What is peculiar to @upstash/ratelimit is settled here, once:
// - a limiter's `reset` is an instant in milliseconds; the gateway's headers want seconds (admit.ts makes them);
// - a limiter that times out says `success: true`: such a request is let pass and marked as uncounted;
// - `pending` would have to outlive the response; with one region and no analytics nothing is ever pending.
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import type { Level, Reading } from "../limits/reading";
import type { Limiter } from "../parts";
import { uncounted } from "./admit";
import { windowEnd } from "./window";

const TIMEOUT_MS = 1000;
/** How many limits have a limiter that is kept. */
const REMEMBERED = 500;

/** Fixed windows of a minute, so that the promise of the reset header holds: from then on requests pass again. */
export function redisLimiter(redis: Redis, now: () => number, report: (error: unknown) => void): Limiter {
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
      timeout: TIMEOUT_MS,
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
    async release(readings) {
      const isTaken = readings.every((reading) => reading.admitted);
      if (isTaken) await Promise.all(readings.map(giveBack));
    },
    peek: (levels) => Promise.all(levels.map((level) => peekOne(level).catch(failOpen(level)))),
  };
}
