// Requests that were not recorded, by organization and day: what the metric counts, kept where people look at requests.
import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { recordLosses } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { getRecordLosses as contract } from "@/lib/contracts/gateway/record-losses";

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The losses of this process. They wait until the database stores again: before, it cannot know of them either. */
export class RecordLosses {
  /** Since the process began. */
  total = 0;
  #waiting = new Map<string, number>();

  /** Counts one; a request of no organization is in the total alone. */
  add(organizationId: string | null): void {
    this.total += 1;
    if (organizationId !== null) this.#waiting.set(organizationId, (this.#waiting.get(organizationId) ?? 0) + 1);
  }

  /** Adds what waits to the day's figures, once. Throws if the database does not store it; then it waits on. */
  async store(db: Database, now: Date): Promise<void> {
    if (this.#waiting.size === 0) return;
    const stored = this.#waiting;
    this.#waiting = new Map();
    try {
      await db
        .insert(recordLosses)
        .values([...stored].map(([organizationId, dropped]) => ({ organizationId, day: dayOf(now), dropped })))
        .onConflictDoUpdate({
          target: [recordLosses.organizationId, recordLosses.day],
          set: { dropped: sql`${recordLosses.dropped} + excluded.dropped` },
        });
    } catch (error) {
      for (const [id, count] of stored) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + count);
      throw error;
    }
    await db.delete(recordLosses).where(lt(recordLosses.day, dayOf(new Date(now.getTime() - KEPT_DAYS * DAY_MS))));
  }
}

export const getRecordLosses: Verb<typeof contract> = async ({ db, caller, now }) => {
  const day = dayOf(now());
  const [found] = await db
    .select({ dropped: recordLosses.dropped })
    .from(recordLosses)
    .where(and(eq(recordLosses.organizationId, caller.organizationId), eq(recordLosses.day, day)));
  return { day, dropped: found?.dropped ?? 0 };
};
