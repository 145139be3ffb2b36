// Measures of what all servers of a database share. Unknown is no series: a database that does not answer has no backlog of 0.
import { sql } from "drizzle-orm";
import { z } from "zod";
import { connection, type Database } from "@/db/client";
import { logIgnored } from "@/lib/error-report";
import type { Family } from "@/lib/gateway/metrics/families";
import { inTime } from "@/lib/in-time";
import { gauge } from "./gauge";

const PATIENCE_MS = 1_500;

const backlog = z.object({
  waiting: z.coerce.number(),
  oldest: z.coerce.number().nullable(),
});

/** The events that no job has taken yet, of the embedded runner and of Inngest. */
const eventsWaiting = sql`
  select count(*) as waiting, extract(epoch from now() - min(created_at)) as oldest from outbox_events`;

/** Of the embedded runner: the calls that are due, and those that wait for a function to have room. */
const jobsWaiting = sql`
  select count(*) as waiting, extract(epoch from now() - min(since)) as oldest from (
    select run_at as since from graphile_worker.jobs
      where task_identifier = 'call' and locked_at is null and run_at <= now()
    union all
    select runs.created_at from jobs.slots join jobs.runs on runs.id = slots.run_id where not slots.held
  ) as waiting`;

const hasRunner = sql`select to_regclass('jobs.slots') is not null as has`;

export const sharedMeasures = (db = connection().db): Promise<Family[]> =>
  inTime(readShared(db), PATIENCE_MS, () => []).catch((error) => {
    logIgnored("read the jobs' backlog for the metrics")(error);
    return [];
  });

async function readShared(db: Database): Promise<Family[]> {
  const [[events], [runner]] = await Promise.all([db.execute(eventsWaiting), db.execute(hasRunner)]);
  const families = waitingFamilies("assay_events", "Events that no job has taken yet", backlog.parse(events));
  if (!runner?.has) return families;
  const [jobs] = await db.execute(jobsWaiting);
  return [...families, ...waitingFamilies("assay_jobs", "Calls of jobs that are due", backlog.parse(jobs))];
}

const waitingFamilies = (name: string, what: string, { waiting, oldest }: z.infer<typeof backlog>): Family[] => [
  gauge(`${name}_waiting`, `${what}.`, waiting),
  gauge(`${name}_oldest_seconds`, `${what}: the age of the oldest, 0 if none waits.`, Math.max(0, oldest ?? 0)),
];
