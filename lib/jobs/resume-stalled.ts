// The sweep. A job can be lost without a trace, for example if the database was away while it gave up. Whatever was not worked
// on for a while is started again.
import type { Database } from "@/db/client";
import { outboxEvents } from "@/db/schema";
import { type DomainEvent, sendCommitted } from "@/lib/events";

const GIVE_UP_MS = 60 * 60_000;
const MAX_STALLED = 1000;

export interface Stalled {
  id: string;
  organizationId: string;
  /** When a job last worked on it, else when it was created. */
  lastProgressAt: Date;
}

/** A kind of work that is started again. */
export interface StalledWork<T extends Stalled> {
  /** Without progress for so long, no job works on it. */
  stalledMs: number;
  /** What is open at `now` and had no progress since `before`, oldest first. */
  find: (db: Database, at: { now: Date; before: Date; limit: number }) => Promise<readonly T[]>;
  /** The event that starts it again; null if somebody else just did. */
  restart: (db: Database, stalled: T, now: Date) => Promise<DomainEvent | null> | DomainEvent | null;
  /** Fails what was restarted in vain for an hour. Without it, work is restarted for as long as it takes. */
  giveUp?: (db: Database, stalled: T) => Promise<void>;
}

/** Returns the events that it has sent. A sweep that is killed leaves the rest to the next. */
export async function resumeStalled<T extends Stalled>(
  db: Database,
  now: Date,
  { stalledMs, find, restart, giveUp }: StalledWork<T>,
): Promise<DomainEvent[]> {
  const events: DomainEvent[] = [];
  const since = (ms: number) => new Date(now.getTime() - ms);
  for (const stalled of await find(db, { now, before: since(stalledMs), limit: MAX_STALLED })) {
    if (giveUp && stalled.lastProgressAt < since(GIVE_UP_MS)) await giveUp(db, stalled);
    else {
      const event = await restart(db, stalled, now);
      if (event) events.push(event);
    }
  }
  if (events.length > 0) {
    await db.insert(outboxEvents).values(events).onConflictDoNothing();
    await sendCommitted(db, events);
  }
  return events;
}

/** One id for each period of `stalledMs`: sweeps that run twice start it once. */
export const restartId = (kind: string, id: string, now: Date, stalledMs: number): string =>
  `${kind}-${id}-swept-${Math.floor(now.getTime() / stalledMs)}`;
