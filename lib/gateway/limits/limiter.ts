// The limiter on Redis: all of a request's levels in one script, so that a request that one of them refuses takes of none.
import type { Redis } from "@upstash/redis";
import { inTime } from "@/lib/in-time";
import { type LimitRow, limit } from "@/lib/redis/scripts/limit";
import { evaluate } from "@/lib/redis/scripts/script";
import type { Limiter } from "../parts";
import { uncounted } from "./admit";
import type { Level, Reading } from "./reading";
import { WINDOW_MS, windowEnd } from "./window";

/** A Redis that hangs holds nobody up for longer. */
const TIMEOUT_MS = 1000;

/** Fixed windows of a minute, so that the promise of the reset header holds: from then on requests pass again. */
export function redisLimiter(redis: Redis, now: () => number, report: (error: unknown) => void): Limiter {
  const count = async (levels: readonly Level[], amount: number): Promise<Reading[]> => {
    if (levels.length === 0) return [];
    const resetAt = windowEnd(now());
    const keys = levels.map(({ subject }) => `gateway:limit:${subject}:${resetAt / WINDOW_MS - 1}`);
    const args = [amount, WINDOW_MS, ...levels.map((level) => level.limit)].map(String);
    try {
      const [isTaken, ...counted] = await inTime(evaluate<LimitRow>(redis, limit, keys, args), TIMEOUT_MS, late);
      return levels.map((level, index) => {
        const used = counted[index] ?? 0;
        const admitted = isTaken === 1 || used + amount <= level.limit;
        return { level, admitted, remaining: Math.max(0, level.limit - used), resetAt, counted: true };
      });
    } catch (error) {
      report(error);
      return levels.map((level) => uncounted(level, now()));
    }
  };
  return {
    take: (levels) => count(levels, 1),
    async release(readings) {
      const isTaken = readings.every(({ admitted, counted, resetAt }) => admitted && counted && resetAt > now());
      if (isTaken)
        await count(
          readings.map(({ level }) => level),
          -1,
        );
    },
    peek: (levels) => count(levels, 0),
  };
}

const late = (): never => {
  throw new Error(`Redis did not answer within ${TIMEOUT_MS} ms.`);
};
