// Finds scenarios and requests for rows that wait while no job works on them: a job can end without telling, for example when
// the database was away while it gave up. Each is started again; one that is started in vain for an hour fails.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { scenarioGenerations, scenarios } from "@/db/schema";
import type { DomainEvent } from "@/lib/events";
import { failScenario } from "./build";
import { endGeneration, requested } from "./generation";

export const BROKEN_OFF = "Writing this row was interrupted. Try again.";
export const NOT_MADE = "The scenario could not be created. Its source was not changed. Try again.";
/** Generations of an organization that are worked on at once; the others wait for them. */
export const GENERATIONS_AT_ONCE = 2;
/** A job writes a row, or notes a try, well within this time. */
const STILL_MS = 5 * 60_000;
const GIVEN_UP_MS = 60 * 60_000;
const MOST = 200;

/** Gives up what has waited in vain; returns the events that start the rest again. Running it twice has one effect. */
export async function sweepScenarios(db: Database, now: Date): Promise<DomainEvent[]> {
  return [...(await sweepGenerations(db, now)), ...(await sweepUnplanned(db, now))];
}

type Still = { id: string; organization_id: string; round: number; is_given_up: boolean };

async function sweepGenerations(db: Database, now: Date): Promise<DomainEvent[]> {
  const before = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
  const still = await db.execute<Still>(sql`
    with running as (
      select n.id, n.organization_id, n.round, n.created_at,
        coalesce((select max(g.updated_at) from generated_rows g where g.generation_id = n.id), n.created_at) as last_at
      from scenario_generations n where n.status = 'running')
    select id, organization_id, round, last_at < ${before(GIVEN_UP_MS)} as is_given_up from running
    where last_at < ${before(STILL_MS)} and (
      select count(*) from running other
      where other.organization_id = running.organization_id and other.last_at >= ${before(STILL_MS)}
    ) < ${GENERATIONS_AT_ONCE}
    order by created_at, id limit ${MOST}`);
  const events: DomainEvent[] = [];
  for (const { id, organization_id: organizationId, round, is_given_up: isGivenUp } of still) {
    if (isGivenUp) await endGeneration(db, organizationId, id, BROKEN_OFF);
    else events.push(...(await startAgain(db, id, round)));
  }
  return events;
}

/** Each start has a round of its own, and with it an event of its own. */
async function startAgain(db: Database, id: string, round: number): Promise<DomainEvent[]> {
  const [again] = await db
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
  return again ? [requested(again)] : [];
}

/** Scenarios that are being made, and whose rows were never asked for. */
async function sweepUnplanned(db: Database, now: Date): Promise<DomainEvent[]> {
  const still = await db
    .select({ id: scenarios.id, organizationId: scenarios.organizationId, updatedAt: scenarios.updatedAt })
    .from(scenarios)
    .where(
      sql`${scenarios.status} = 'Processing' and ${scenarios.deletedAt} is null
        and ${scenarios.updatedAt} < ${new Date(now.getTime() - STILL_MS).toISOString()}::timestamptz
        and not exists (
          select from scenario_generations n where n.scenario_id = ${scenarios.id} and n.kind = 'create')`,
    )
    .orderBy(scenarios.updatedAt, scenarios.id)
    .limit(MOST);
  const minute = Math.floor(now.getTime() / 60_000);
  const events: DomainEvent[] = [];
  for (const { id, organizationId, updatedAt } of still) {
    if (updatedAt.getTime() < now.getTime() - GIVEN_UP_MS) await failScenario(db, organizationId, id, NOT_MADE);
    else
      events.push({
        id: `scenario-requested-${id}-swept-${minute}`,
        name: "simulation/scenario.requested",
        data: { scenarioId: id, organizationId },
      });
  }
  return events;
}
