// What an event sets off: it resumes the runs that wait for it, cancels those it cancels, and starts functions.
import type { Definition } from "./definition";
import { covers, type Event, keyAt } from "./event";
import { endRun, hasEnded, lockRun, settleStep, startRun } from "./lifecycle";
import { addJob, type Transaction } from "./transaction";

const dayMs = 86_400_000;

/** Handles `event` unless one with its id came within the last day. */
export async function dispatchOnce(tx: Transaction, event: Event): Promise<void> {
  if (await isFirst(tx, `event:${event.id}`)) await dispatch(tx, event);
}

export async function dispatch(tx: Transaction, event: Event): Promise<void> {
  await resolveWaits(tx, event);
  for (const definition of tx.definitions.values()) {
    if (definition.events.some((pattern) => covers(pattern, event.name))) await trigger(tx, definition, event);
  }
}

/** Starts a run of the function, as far as its idempotency, rate limit, debounce and throttle allow. */
export async function trigger(tx: Transaction, definition: Definition, event: Event): Promise<void> {
  const { idempotency, rateLimit, debounce } = definition;
  if (idempotency !== null) {
    const key = keyAt(event, idempotency);
    if (key !== null && !(await isFirst(tx, `run:${definition.id}:${key}`))) return;
  }
  if (rateLimit) {
    const patienceMs = (rateLimit.burst - 1) * rateLimit.spacingMs;
    const { rows } = await tx.query(
      `insert into jobs.paces (key, arrival) values ($1, now() + $2 * interval '1 millisecond')
       on conflict (key) do update set arrival = greatest(paces.arrival, now()) + $2 * interval '1 millisecond'
       where greatest(paces.arrival, now()) - $3 * interval '1 millisecond' <= now() returning 1`,
      [`rate:${definition.id}:${keyOf(event, rateLimit.key)}`, rateLimit.spacingMs, patienceMs],
    );
    if (rows.length === 0) return;
  }
  if (debounce) return postpone(tx, definition.id, debounce, event);
  await startThrottled(tx, definition, event);
}

/** Starts a run, at once or when the function's throttle lets it: an even pace, as in the generic cell rate algorithm. */
export async function startThrottled(
  tx: Transaction,
  definition: Definition,
  event: Event,
  parent?: { runId: string; stepId: string },
): Promise<void> {
  const { throttle } = definition;
  const origin = parent ? { parent } : {};
  if (!throttle) return startRun(tx, definition, event, origin);
  const { rows } = await tx.query<{ at: Date }>(
    `insert into jobs.paces as paces (key, arrival) values ($1, now() + $2 * interval '1 millisecond')
     on conflict (key) do update set arrival = greatest(paces.arrival, now()) + $2 * interval '1 millisecond'
     returning greatest(now(), arrival - $3 * interval '1 millisecond') as at`,
    [
      `throttle:${definition.id}:${keyOf(event, throttle.key)}`,
      throttle.spacingMs,
      throttle.burst * throttle.spacingMs,
    ],
  );
  await startRun(tx, definition, event, { ...origin, at: rows[0]?.at });
}

async function postpone(
  tx: Transaction,
  functionId: string,
  debounce: NonNullable<Definition["debounce"]>,
  event: Event,
): Promise<void> {
  const key = `${functionId}:${keyOf(event, debounce.key)}`;
  const { rows } = await tx.query<{ fires_at: Date }>(
    `insert into jobs.debounces (key, function_id, event, fires_at, deadline)
     values ($1, $2, $3, now() + $4 * interval '1 millisecond', now() + $5 * interval '1 millisecond')
     on conflict (key) do update
     set event = excluded.event, fires_at = least(excluded.fires_at, debounces.deadline) returning fires_at`,
    [key, functionId, JSON.stringify(event), debounce.periodMs, debounce.timeoutMs],
  );
  await addJob(tx, "debounce", { key }, { at: rows[0]?.fires_at, key: `debounce:${key}` });
}

async function resolveWaits(tx: Transaction, event: Event): Promise<void> {
  const { rows: paths } = await tx.query<{ path: string | null }>(
    "select distinct path from jobs.waits where event = $1",
    [event.name],
  );
  for (const { path } of paths) {
    const { rows } = await tx.query<{ id: string; run_id: string }>(
      `select id, run_id from jobs.waits where event = $1 and path is not distinct from $2
       and expected is not distinct from $3 and (expires_at is null or expires_at > now()) order by run_id, id`,
      [event.name, path, path === null ? null : keyAt(event, path)],
    );
    for (const { id, run_id } of rows) await resolveWait(tx, id, run_id, event);
  }
}

async function resolveWait(tx: Transaction, id: string, runId: string, event: Event): Promise<void> {
  const run = await lockRun(tx, runId);
  // Deleted only under the run's lock, so that two events that match the same wait cannot both resolve it.
  const { rows } = await tx.query<{ step_id: string | null }>(
    "delete from jobs.waits where id = $1 returning step_id",
    [id],
  );
  const [wait] = rows;
  if (!run || !wait || hasEnded(run)) return;
  if (wait.step_id === null) await endRun(tx, run, { status: "cancelled" });
  else await settleStep(tx, runId, wait.step_id, { type: "data", data: event });
}

async function isFirst(tx: Transaction, key: string): Promise<boolean> {
  const { rows } = await tx.query(
    `insert into jobs.seen (key, expires_at) values ($1, now() + $2 * interval '1 millisecond')
     on conflict (key) do update set expires_at = excluded.expires_at where seen.expires_at < now() returning 1`,
    [key, dayMs],
  );
  return rows.length > 0;
}

const keyOf = (event: Event, path: string | null): string => (path === null ? "" : String(keyAt(event, path)));
