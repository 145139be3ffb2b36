// Calls whose reservations are not released yet because Redis did not answer: retried until it does, oldest first.
import type { Redis } from "@upstash/redis";
import { BUCKET_MS } from "@/lib/redis/scripts/hold";
import { evaluate } from "@/lib/redis/scripts/script";
import { settle } from "@/lib/redis/scripts/settle";

/** More are calls of a long outage: the reservations of those forgotten end by themselves. */
export const MOST_RELEASES = 10_000;
const AT_ONCE = 100;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

interface Release {
  keys: string[];
  args: string[];
  at: number;
}

export interface ReleaseParts {
  redis: Redis;
  now(): number;
  report(error: unknown): void;
  /** Goes on with work after the response. */
  outlive(work: Promise<unknown>): void;
}

/** Returns a function that takes a call's id and the arguments of its release script; a known call is not replaced. */
export function releaseQueue({ redis, now, report, outlive }: ReleaseParts) {
  const waiting = new Map<string, Release>();
  let isRunning = false;
  let hasForgotten = false;

  const releaseSome = async (): Promise<boolean> => {
    const some = [...waiting].slice(0, AT_ONCE);
    const done = await Promise.allSettled(some.map(([, { keys, args }]) => evaluate(redis, settle, keys, args)));
    for (const [index, [id, { at }]] of some.entries())
      if (done[index]?.status === "fulfilled" || now() - at > 2 * BUCKET_MS) waiting.delete(id);
    return done.every(({ status }) => status === "fulfilled");
  };
  const releaseAll = async (): Promise<void> => {
    isRunning = true;
    let pause = SHORTEST_PAUSE_MS;
    while (waiting.size > 0) {
      if (await releaseSome()) continue;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
    isRunning = false;
    hasForgotten = false;
  };
  return (id: string, [keys, args]: readonly [keys: string[], args: string[]]): void => {
    waiting.set(id, { keys, args, at: now() });
    const [oldest] = waiting.keys();
    if (waiting.size > MOST_RELEASES && oldest !== undefined) {
      waiting.delete(oldest);
      if (!hasForgotten)
        report(
          new Error("Redis has been unreachable for too long. What calls have reserved is released in 30 minutes."),
        );
      hasForgotten = true;
    }
    if (!isRunning) outlive(releaseAll());
  };
}
