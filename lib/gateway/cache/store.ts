// Answers in Redis. Each organization has a fixed number of places, and a request's digest says which is its own: what it
// holds is bounded without counting, and of two requests that share a slot the later one stays.
import type { Redis } from "@upstash/redis";

/** The store of cached answers. Never throws: an unreadable answer is a miss, and a failed write stores nothing. */
export interface AnswerStore {
  /** The answer that was kept under a key, as JSON. */
  read(organizationId: string, key: string): Promise<string | null>;
  /** Returns at once. */
  write(organizationId: string, key: string, answer: string, ttlMs: number): void;
}

const PLACES = 4_096;
/** Of one answer; a longer one is not kept. All places full of these are 256 MB. */
const MAX_BYTES = 64 * 1024;

const slotOf = (organizationId: string, slot: number): string => `gateway:cache:${organizationId}:${slot}`;

const placeOf = (organizationId: string, key: string): string =>
  slotOf(organizationId, Number.parseInt(key.slice(0, 8), 16) % PLACES);

/** The names of everything that an organization may have here. */
export const cacheSlots = (organizationId: string): string[] =>
  Array.from({ length: PLACES }, (_, slot) => slotOf(organizationId, slot));

const encoder = new TextEncoder();

/** `outlive` lets a write go on after the response. */
export function redisAnswers(
  redis: Redis,
  report: (error: unknown) => void,
  outlive: (work: Promise<unknown>) => void,
): AnswerStore {
  return {
    async read(organizationId, key) {
      try {
        const entry = await redis.get<string>(placeOf(organizationId, key));
        return entry?.startsWith(key) ? entry.slice(key.length) : null;
      } catch (error) {
        report(error);
        return null;
      }
    },
    write(organizationId, key, answer, ttlMs) {
      const entry = key + answer;
      if (encoder.encode(entry).length > MAX_BYTES) return;
      outlive(redis.set(placeOf(organizationId, key), entry, { px: ttlMs }).catch(report));
    },
  };
}

export const noAnswers: AnswerStore = { read: async () => null, write: () => undefined };
