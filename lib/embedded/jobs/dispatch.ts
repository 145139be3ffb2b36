// The effect of an event: it starts functions.
import type { Definition } from "./definition";
import { covers, type Event, keyAt } from "./event";
import { startRun } from "./lifecycle";
import { addJob, type Transaction } from "./transaction";

const dayMs = 86_400_000;

/** Handles `event` unless one with its id came within the last day. */
export async function dispatchOnce(tx: Transaction, event: Event): Promise<void> {
  if (await isFirst(tx, `event:${event.id}`)) await dispatch(tx, event);
}

export async function dispatch(tx: Transaction, event: Event): Promise<void> {
  for (const definition of tx.definitions.values()) {
    if (definition.events.some((pattern) => covers(pattern, event.name))) await trigger(tx, definition, event);
  }
}

/** Starts a run of the function, as far as its idempotency and debounce allow. */
export async function trigger(tx: Transaction, definition: Definition, event: Event): Promise<void> {
  const { idempotency, debounce } = definition;
  if (idempotency !== null) {
    const key = keyAt(event, idempotency);
    if (key !== null && !(await isFirst(tx, `run:${definition.id}:${key}`))) return;
  }
  if (debounce) return postpone(tx, definition.id, debounce, event);
  await startRun(tx, definition, event);
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

async function isFirst(tx: Transaction, key: string): Promise<boolean> {
  const { rows } = await tx.query(
    `insert into jobs.seen (key, expires_at) values ($1, now() + $2 * interval '1 millisecond')
     on conflict (key) do update set expires_at = excluded.expires_at where seen.expires_at < now() returning 1`,
    [key, dayMs],
  );
  return rows.length > 0;
}

const keyOf = (event: Event, path: string | null): string => (path === null ? "" : String(keyAt(event, path)));
