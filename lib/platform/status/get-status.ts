import { asc } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isTemporaryFailure } from "@/db/outages/database-outage";
import { statusDays } from "@/db/schema";
import type { Verb } from "@/lib/context";
import { statusParts } from "@/lib/contracts/names";
import type { getStatus as contract } from "@/lib/contracts/status";
import { currentParts } from "./current-parts";
import { presentDay } from "./present-day";

export const getStatus: Verb<typeof contract> = async ({ db }) => {
  const parts = await currentParts(db);
  return {
    parts: statusParts.map((part) => ({ part, state: parts[part] })),
    // Of a database that is down nothing more is asked: it would be waited for.
    history: parts.database === "down" ? null : await readHistory(db),
  };
};

/** Null while the database does not answer. */
export async function readHistory(db: Database) {
  try {
    const rows = await db.select().from(statusDays).orderBy(asc(statusDays.day), asc(statusDays.part));
    return rows.flatMap(presentDay);
  } catch (error) {
    if (isTemporaryFailure(error)) return null;
    throw error;
  }
}
