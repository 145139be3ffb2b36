// Due times: sleeps end, debounced events start their function, crons tick.
import type { Pool } from "pg";
import { lastTick } from "./cron";
import { trigger } from "./dispatch";
import { driverEvent, type Event } from "./event";
import { settleStep, startRun } from "./lifecycle";
import { type Definitions, inTransaction, type Jobs, type Transaction } from "./transaction";

/** Ends a sleep. */
export async function wake(tx: Transaction, { runId, stepId }: Jobs["wake"]): Promise<void> {
  await settleStep(tx, runId, stepId, { type: "data", data: null });
}

export async function fireDebounce(tx: Transaction, { key }: Jobs["debounce"]): Promise<void> {
  // An event that came meanwhile has moved the time, and brings its own job.
  const { rows } = await tx.query<{ function_id: string; event: Event }>(
    "delete from jobs.debounces where key = $1 and fires_at <= now() returning function_id, event",
    [key],
  );
  const definition = rows[0] && tx.definitions.get(rows[0].function_id);
  if (rows[0] && definition) await startRun(tx, definition, rows[0].event);
}

/** Starts due crons. A cron that missed several ticks while no driver was up runs once. */
export async function tickCrons(pool: Pool, definitions: Definitions, now: Date): Promise<void> {
  for (const definition of definitions.values()) {
    for (const schedule of definition.schedules) {
      const key = `${definition.id} ${schedule.expression}`;
      await inTransaction(pool, definitions, async (tx) => {
        const since = await advance(tx, key, now);
        const tick = since && lastTick(schedule, since, now);
        if (!tick) return;
        const event = driverEvent(
          "inngest/scheduled.timer",
          { cron: schedule.expression },
          `${key} ${tick.toISOString()}`,
        );
        await trigger(tx, definition, { ...event, ts: tick.getTime() });
      });
    }
  }
}

/** Moves a cron's mark to `now`; returns where it was, null for a new cron. The row's lock keeps drivers apart. */
async function advance(tx: Transaction, key: string, now: Date): Promise<Date | null> {
  const { rows } = await tx.query<{ last_tick: Date }>("select last_tick from jobs.crons where key = $1 for update", [
    key,
  ]);
  await tx.query(
    `insert into jobs.crons (key, last_tick) values ($1, $2)
     on conflict (key) do update set last_tick = greatest(crons.last_tick, excluded.last_tick)`,
    [key, now],
  );
  return rows[0]?.last_tick ?? null;
}

/** Forgets finished runs after a week, and marks that have lost their meaning. */
export async function prune(pool: Pool): Promise<void> {
  await pool.query("delete from jobs.runs where ended_at < now() - interval '7 days'");
  await pool.query("delete from jobs.seen where expires_at < now()");
}
