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
export const redisLimiter = (redis: Redis, now: () => number, report: (error: unknown) => void): Limiter =>
  new RedisLimiter(redis, now, report);

const nameOf = ({ subject }: Level): string => `${PREFIX}:${subject}`;

class RedisLimiter implements Limiter {
  // Without a cache: a block that is remembered would outlive a raised limit.
  readonly #context: { redis: Redis; prefix: string };
  readonly #now: () => number;
  readonly #report: (error: unknown) => void;
  readonly #windows = new Map<number, ReturnType<typeof newWindow>>();
  /** Of each level that has refused, the end of the window in which it did. */
  readonly #refusedUntil = new Map<string, number>();

  constructor(redis: Redis, now: () => number, report: (error: unknown) => void) {
    this.#context = { redis, prefix: PREFIX };
    this.#now = now;
    this.#report = report;
  }

  async take(levels: Level[]): Promise<Reading[]> {
    // A caller beyond its limit would block others at a shared level until its share is given back. So a level that has
    // refused is checked first from then on.
    const narrow = levels.filter((level) => this.#refusedUntil.get(nameOf(level)) === windowEnd(this.#now()));
    if (narrow.length === 0 || narrow.length === levels.length) return this.#takeAll(levels);
    const first = await this.#takeAll(narrow);
    if (first.some(({ admitted }) => !admitted)) return first;
    const rest = await this.#takeAll(levels.filter((level) => !narrow.includes(level)));
    const isRefused = rest.some(({ admitted }) => !admitted);
    return [...(isRefused ? await this.#giveBackAll(first) : first), ...rest];
  }

  async release(readings: Reading[]): Promise<Reading[]> {
    return readings.every((reading) => reading.admitted) ? this.#giveBackAll(readings) : readings;
  }

  peek(levels: Level[]): Promise<Reading[]> {
    return Promise.all(levels.map((level) => this.#peekOne(level).catch(this.#failOpen(level))));
  }

  async #takeAll(levels: Level[]): Promise<Reading[]> {
    const taking = Promise.all(levels.map((level) => this.#takeOne(level).catch(this.#failOpen(level))));
    // All levels travel together, and a hanging Redis delays a request for no longer.
    const readings = await inTime(taking, TIMEOUT_MS, () => levels.map((level) => uncounted(level, this.#now())));
    const refusing = readings.filter((reading) => !reading.admitted);
    for (const { level, resetAt } of refusing) {
      if (this.#refusedUntil.size >= REMEMBERED) this.#refusedUntil.clear();
      this.#refusedUntil.set(nameOf(level), resetAt);
    }
    return refusing.length > 0 ? this.#giveBackAll(readings) : readings;
  }

  async #takeOne(level: Level): Promise<Reading> {
    const { success, remaining, reset } = await this.#windowFor(level).limit(this.#context, nameOf(level), 1);
    return { level, admitted: success, remaining, resetAt: reset, counterReached: true };
  }

  async #peekOne(level: Level): Promise<Reading> {
    const { remaining, reset } = await this.#windowFor(level).getRemaining(this.#context, nameOf(level));
    return { level, admitted: true, remaining, resetAt: reset, counterReached: true };
  }

  #giveBackAll(readings: Reading[]): Promise<Reading[]> {
    return Promise.all(readings.map((reading) => this.#giveBack(reading)));
  }

  /** A refused request was counted like any other: gives it back, unless its window is over. */
  async #giveBack(reading: Reading): Promise<Reading> {
    if (!reading.counterReached || reading.resetAt !== windowEnd(this.#now())) return reading;
    const { level } = reading;
    await this.#windowFor(level).limit(this.#context, nameOf(level), -1).catch(this.#report);
    return reading.admitted ? { ...reading, remaining: reading.remaining + 1 } : reading;
  }

  #failOpen(level: Level): (error: unknown) => Reading {
    return (error) => {
      this.#report(error);
      return uncounted(level, this.#now());
    };
  }

  #windowFor({ limit }: Level): ReturnType<typeof newWindow> {
    const known = this.#windows.get(limit);
    if (known) return known;
    if (this.#windows.size >= REMEMBERED) this.#windows.clear();
    const window = newWindow(limit);
    this.#windows.set(limit, window);
    return window;
  }
}
