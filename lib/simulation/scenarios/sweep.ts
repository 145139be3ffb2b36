// Scenarios and requests for rows that no job works on any more.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { scenarioGenerations, scenarios } from "@/db/schema";
import type { DomainEvent } from "@/lib/events";
import { restartId, resumeStalled, type Stalled, type StalledWork } from "@/lib/jobs/resume-stalled";
import { failScenario } from "./build";
import { endGeneration, requested } from "./generation";
import { isBuiltSql } from "./loaders";

export const BROKEN_OFF = "Writing this row was interrupted. Try again.";
export const NOT_MADE = "The scenario could not be created. Its source was not changed. Try again.";
/** How many generations of an organization run at once; the others wait. */
export const GENERATIONS_AT_ONCE = 2;
/** A job writes a row, or records a try, well within this time. */
const STALLED_MS = 5 * 60_000;

type StalledGeneration = Stalled & { round: number };

const stalledGenerations: StalledWork<StalledGeneration> = {
  stalledMs: STALLED_MS,
  find: async (db, { before, limit }) => {
    const since = sql`${before.toISOString()}::timestamptz`;
    const rows = await db.execute<Omit<StalledGeneration, "lastProgressAt"> & { lastProgressAt: string }>(sql`
      with running as (
        select n.id, n.organization_id, n.round, n.created_at,
          coalesce((select max(g.updated_at) from generated_rows g where g.generation_id = n.id), n.created_at) as last_at
        from scenario_generations n where n.status = 'running')
      select id, organization_id as "organizationId", round, last_at as "lastProgressAt" from running
      where last_at < ${since} and (
        select count(*) from running other
        where other.organization_id = running.organization_id and other.last_at >= ${since}
      ) < ${GENERATIONS_AT_ONCE}
      order by created_at, id limit ${limit}`);
    return rows.map((row) => ({ ...row, lastProgressAt: new Date(row.lastProgressAt) }));
  },
  restart,
  giveUp: (db, { organizationId, id }) => endGeneration(db, organizationId, id, BROKEN_OFF),
};

/** Each start has its own round, and so its own event. */
async function restart(db: Database, { id, round }: StalledGeneration): Promise<DomainEvent | null> {
  const [restarted] = await db
    .update(scenarioGenerations)
    .set({ round: round + 1 })
    .where(
      and(
        eq(scenarioGenerations.id, id),
        eq(scenarioGenerations.round, round),
        eq(scenarioGenerations.status, "running"),
      ),
    )
    .returning();
  return restarted ? requested(restarted) : null;
}

/** Scenarios that are being created and have not requested their rows. */
const stalledScenarios: StalledWork<Stalled> = {
  stalledMs: STALLED_MS,
  find: (db, { before, limit }) =>
    db
      .select({ id: scenarios.id, organizationId: scenarios.organizationId, lastProgressAt: scenarios.updatedAt })
      .from(scenarios)
      .where(
        sql`${scenarios.status} = 'Processing' and ${scenarios.deletedAt} is null and ${isBuiltSql}
          and ${scenarios.updatedAt} < ${before.toISOString()}::timestamptz
          and not exists (
            select from scenario_generations n where n.scenario_id = ${scenarios.id} and n.kind = 'create')`,
      )
      .orderBy(scenarios.updatedAt, scenarios.id)
      .limit(limit),
  restart: (_, { id, organizationId }, now) => ({
    id: restartId("scenario-requested", id, now, STALLED_MS),
    name: "simulation/scenario.requested",
    data: { scenarioId: id, organizationId },
  }),
  giveUp: (db, { organizationId, id }) => failScenario(db, organizationId, id, NOT_MADE),
};

export const sweepScenarios = async (db: Database, now: Date): Promise<DomainEvent[]> => [
  ...(await resumeStalled(db, now, stalledGenerations)),
  ...(await resumeStalled(db, now, stalledScenarios)),
];
