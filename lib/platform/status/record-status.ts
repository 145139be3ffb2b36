// A server records each minute what state the parts are in. The database may be one that is down: what could not be recorded
// then is recorded when it is back.
import { sql } from "drizzle-orm";
import { connection, type Database } from "@/db/client";
import { isTemporaryFailure } from "@/db/outages/database-outage";
import { statusDays } from "@/db/schema";
import { STATUS_DAYS } from "@/lib/contracts/limits";
import type { PartState, StatusPart } from "@/lib/contracts/names";
import { repeat } from "../repeat";
import { currentParts } from "./current-parts";

const MINUTE_MS = 60_000;
/** What a process remembers of an outage: a day. */
const MOST_MINUTES = 1440;

export interface RecordedMinute {
  /** Milliseconds since 1970. */
  at: number;
  parts: Record<StatusPart, PartState>;
}

/** Counts a minute once, whichever servers record it. Minutes before the latest recorded one are not counted any more. */
export async function storeMinute(db: Database, { at, parts }: RecordedMinute): Promise<void> {
  const lastMinute = new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const day = lastMinute.toISOString().slice(0, 10);
  const rows = Object.entries(parts).map(([part, state]) => ({
    day,
    part,
    workingMinutes: Number(state === "working"),
    degradedMinutes: Number(state === "degraded"),
    downMinutes: Number(state === "down"),
    lastMinute,
  }));
  await db
    .insert(statusDays)
    .values(rows)
    .onConflictDoUpdate({
      target: [statusDays.day, statusDays.part],
      set: {
        workingMinutes: sql`${statusDays.workingMinutes} + excluded.working_minutes`,
        degradedMinutes: sql`${statusDays.degradedMinutes} + excluded.degraded_minutes`,
        downMinutes: sql`${statusDays.downMinutes} + excluded.down_minutes`,
        lastMinute: sql`excluded.last_minute`,
      },
      setWhere: sql`${statusDays.lastMinute} < excluded.last_minute`,
    });
  await db.delete(statusDays).where(sql`${statusDays.day} <= ${day}::date - ${STATUS_DAYS}::integer`);
}

/** Stores minutes, oldest first; returns those that the database did not take. */
export async function storeMinutes(db: Database, minutes: readonly RecordedMinute[]): Promise<RecordedMinute[]> {
  for (const [index, minute] of minutes.entries()) {
    try {
      await storeMinute(db, minute);
    } catch (error) {
      if (!isTemporaryFailure(error)) throw error;
      return minutes.slice(index);
    }
  }
  return [];
}

/** Records this installation's state each minute; the returned function ends that. */
export function keepStatus(everyMs = MINUTE_MS): () => Promise<void> {
  let waiting: RecordedMinute[] = [];
  const record = async () => {
    const at = Date.now();
    const { db } = connection();
    waiting = [...waiting, { at, parts: await currentParts(db) }].slice(-MOST_MINUTES);
    waiting = await storeMinutes(db, waiting);
  };
  return repeat(everyMs, record, "record the installation's state");
}
