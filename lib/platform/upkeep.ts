// What a server does in the background while something is written. Where no server runs all the time, jobs do it.
import { connection } from "@/db/client";
import { mergePending, takeWaiting } from "@/db/merge-pending";
import { groupFilters } from "@/lib/traces/segments/group-filters";
import { repeat } from "./repeat";

const EVERY_MS = 2000;
/** Filters are grouped every so many times, and for so long. */
const GROUPED_EVERY = 5;
const GROUPED_MS = 2000;

/** Merges new entries of inverted indexes, and groups filters of segments. The returned function ends that. */
export function startUpkeep(): () => Promise<void> {
  let times = 0;
  const work = async (): Promise<void> => {
    if (!takeWaiting()) return;
    const { db } = connection();
    await mergePending(db);
    if (++times % GROUPED_EVERY === 0) await groupFilters(db, Date.now() + GROUPED_MS);
  };
  return repeat(EVERY_MS, work, "merge entries and group filters");
}
