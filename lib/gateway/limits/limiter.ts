// The limiter on Redis. Everything specific to @upstash/ratelimit is handled here, once:
// - its windows are used without the object around them, which makes a timer, a race and a dozen promises for each level;
// - a window's `reset` is an instant in milliseconds; the gateway's headers want seconds (admit.ts makes them);
// - `pending` would have to outlive the response; with one region and no analytics nothing is ever pending.
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { inTime } from "@/lib/in-time";
import type { Level, Reading } from "../limits/reading";
import type { Limiter } from "../parts";
import { uncounted } from "./admit";
import { windowEnd } from "./window";

const TIMEOUT_MS = 1000;
const PREFIX = "gateway:limit";
/** How many limits have a window that is kept, and of how many levels it is remembered that they have refused. */
const REMEMBERED = 500;

const newWindow = (limit: number) => Ratelimit.fixedWindow(limit, "60 s")();

/** Fixed windows of a minute, so that the promise of the reset header holds: from then on requests pass again. */
export function redisLimiter(redis: Redis, now: () => number, report: (error: unknown) => void): Limiter {
  // Without a cache: a block that is remembered would outlive a raised limit.
  const context = { redis, prefix: PREFIX };
  const windows = new Map<number, ReturnType<typeof newWindow>>();
  const windowFor = ({ limit }: Level) => {
    const known = windows.get(limit);
    if (known) return known;
    if (windows.size >= REMEMBERED) windows.clear();
    const window = newWindow(limit);
    windows.set(limit, window);
    return window;
  };
  const nameOf = ({ subject }: Level) => `${PREFIX}:${subject}`;
  const failOpen = (level: Level) => (error: unknown) => {
    report(error);
    return uncounted(level, now());
  };

  const takeOne = async (level: Level): Promise<Reading> => {
    const { success, remaining, reset } = await windowFor(level).limit(context, nameOf(level), 1);
    return { level, admitted: success, remaining, resetAt: reset, counted: true };
  };
  /** A refused request was counted like any other: gives it back, unless its window is over. */
  const giveBack = async (reading: Reading): Promise<Reading> => {
    if (!reading.counted || reading.resetAt !== windowEnd(now())) return reading;
    await windowFor(reading.level).limit(context, nameOf(reading.level), -1).catch(report);
    return reading.admitted ? { ...reading, remaining: reading.remaining + 1 } : reading;
  };
  const peekOne = async (level: Level): Promise<Reading> => {
    const { remaining, reset } = await windowFor(level).getRemaining(context, nameOf(level));
    return { level, admitted: true, remaining, resetAt: reset, counted: true };
  };
  /** Of each level that has refused, the end of the window in which it did. */
  const refusedUntil = new Map<string, number>();
  const hasRefused = (level: Level) => refusedUntil.get(nameOf(level)) === windowEnd(now());
  const remember = ({ level, resetAt }: Reading) => {
    if (refusedUntil.size >= REMEMBERED) refusedUntil.clear();
    refusedUntil.set(nameOf(level), resetAt);
  };
  const takeAll = async (levels: Level[]): Promise<Reading[]> => {
    const taking = Promise.all(levels.map((level) => takeOne(level).catch(failOpen(level))));
    // All levels travel together, and a hanging Redis delays a request for no longer.
    const readings = await inTime(taking, TIMEOUT_MS, () => levels.map((level) => uncounted(level, now())));
    const refusing = readings.filter((reading) => !reading.admitted);
    refusing.forEach(remember);
    return refusing.length > 0 ? Promise.all(readings.map(giveBack)) : readings;
  };
  return {
    async take(levels) {
      // A caller beyond its limit would block others at a shared level until its share is given back. So a level that has
      // refused is checked first from then on.
      const narrow = levels.filter(hasRefused);
      if (narrow.length === 0 || narrow.length === levels.length) return takeAll(levels);
      const first = await takeAll(narrow);
      if (first.some(({ admitted }) => !admitted)) return first;
      const rest = await takeAll(levels.filter((level) => !narrow.includes(level)));
      const isRefused = rest.some(({ admitted }) => !admitted);
      return [...(isRefused ? await Promise.all(first.map(giveBack)) : first), ...rest];
    },
    async release(readings) {
      const isTaken = readings.every((reading) => reading.admitted);
      if (isTaken) await Promise.all(readings.map(giveBack));
    },
    peek: (levels) => Promise.all(levels.map((level) => peekOne(level).catch(failOpen(level)))),
  };
}
