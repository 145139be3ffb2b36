// How a request gets past keys and limits in one round trip: what is to be taken is decided by what is remembered of the
// key, and taken while the directory is asked whether that still holds. Where it does not, it is decided anew.
import type { Level, Reading } from "../limits/reading";
import type { Parts } from "../parts";
import type { Lookup } from "../settings";

/** What is decided of a request. Deciding counts nothing. */
export interface Plan {
  levels: Level[];
  /** Whether the request takes one of each level; one that is refused anyway only reads them. */
  takes: boolean;
}

/** `planFor` decides by a lookup; it may be called twice, and what it answers last holds. Throws what the directory throws. */
export async function enter<P extends Plan>(
  { directory, limiter }: Pick<Parts, "directory" | "limiter">,
  keyHash: string | null,
  planFor: (found: Lookup) => Promise<P>,
): Promise<{ plan: P; readings: Reading[] }> {
  const read = ({ takes, levels }: P) => (takes ? limiter.take(levels) : limiter.peek(levels));
  const recalled = directory.recall(keyHash);
  if (!recalled) {
    const plan = await planFor(await directory.find(keyHash));
    return { plan, readings: await read(plan) };
  }
  const plan = await planFor(recalled);
  const reading = read(plan);
  const release = async () => {
    if (plan.takes) await limiter.release(await reading);
  };
  const found = await directory.find(keyHash).catch(async (error) => {
    await release();
    throw error;
  });
  if (found === recalled) return { plan, readings: await reading };
  const anew = await planFor(found);
  if (anew.takes === plan.takes && isSame(anew.levels, plan.levels)) return { plan: anew, readings: await reading };
  await release();
  return { plan: anew, readings: await read(anew) };
}

const isSame = (some: Level[], others: Level[]): boolean =>
  some.length === others.length &&
  some.every(({ subject, limit }, index) => subject === others[index]?.subject && limit === others[index]?.limit);
