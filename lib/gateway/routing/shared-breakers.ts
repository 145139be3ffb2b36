// Tells other processes about breakers that have opened, and learns about theirs, at no cost while nothing fails: an opening
// changes the projection's version, which every request reads anyway. Only then are the openings read.
import type { Redis } from "@upstash/redis";
import { BREAKERS, KEYS, VERSION } from "../limits/projected";
import type { Breakers, Opening } from "./breakers";

/** After that time the opening of an ended process is removed. */
const FORGOTTEN_MS = 3_600_000;

export interface BreakerExchange {
  /** A breaker has opened here until then, or has closed (null). */
  tell(target: string, openUntil: number | null): void;
  /** The projection now has this version. */
  learn(version: string): void;
}

/** Nothing waits for it: until others know, a request may go to a target that has just failed elsewhere. */
export function breakerExchange(
  redis: Redis,
  breakers: () => Breakers,
  now: () => number,
  outlive: (work: Promise<unknown>) => void,
  report: (error: unknown) => void,
): BreakerExchange {
  let learnt: string | undefined;
  const write = (openUntil: number | null, target: string): Promise<unknown> =>
    openUntil === null
      ? redis.hdel(BREAKERS, target)
      : redis
          .multi()
          .hset(BREAKERS, { [target]: openUntil })
          .hset(KEYS, { [VERSION]: crypto.randomUUID() })
          .exec();
  const read = async (): Promise<void> => {
    const openings = openingsIn(await redis.hgetall(BREAKERS));
    breakers().learn(openings);
    const over = openings.flatMap(([target, until]) => (until + FORGOTTEN_MS < now() ? [target] : []));
    if (over.length > 0) await redis.hdel(BREAKERS, ...over);
  };
  return {
    tell: (target, openUntil) => outlive(write(openUntil, target).catch(report)),
    learn(version) {
      if (version === learnt) return;
      learnt = version;
      outlive(read().catch(report));
    },
  };
}

/** The client gives texts as Redis does: names and values in turn. */
function openingsIn(reply: unknown): Opening[] {
  const flat: unknown[] = Array.isArray(reply) ? reply : Object.entries(reply ?? {}).flat();
  return flat.flatMap((word, index): Opening[] => (index % 2 === 0 ? [[String(word), Number(flat[index + 1])]] : []));
}
