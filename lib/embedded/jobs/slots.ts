// Concurrency: how many calls of a function may be under way at once, in all or for one value of its event.
// A call that finds no free slot leaves its job and waits in the table; the job that frees a slot queues it again.
import type { Definition } from "./definition";
import { type Event, keyAt } from "./event";
import { addCalls, addJob, type Jobs, type Transaction } from "./transaction";

/** Takes a slot for `call`. False: no slot is free, and the call will come back by itself. */
export async function takeSlot(
  tx: Transaction,
  definition: Definition,
  event: Event,
  call: Jobs["call"],
): Promise<boolean> {
  if (definition.concurrency.length === 0) return true;
  await lockSlots(tx, definition);
  const isCallHeld = await isHeld(tx, call);
  if (isCallHeld !== null) {
    await tx.query("update jobs.slots set call = $3 where run_id = $1 and step_id = $2", [
      call.runId,
      call.stepId ?? "",
      JSON.stringify(call),
    ]);
    return isCallHeld;
  }
  const keys = definition.concurrency.map(({ key }, index) => `${index}:${key === null ? "" : keyAt(event, key)}`);
  await tx.query("insert into jobs.slots (function_id, run_id, step_id, keys, call) values ($1, $2, $3, $4, $5)", [
    definition.id,
    call.runId,
    call.stepId ?? "",
    keys,
    JSON.stringify(call),
  ]);
  await admit(tx, definition, keys, call);
  return (await isHeld(tx, call)) === true;
}

/** Frees the slot of a call that has returned, or will never be made. A newer call of the same step keeps its own. */
export async function releaseSlot(
  tx: Transaction,
  definition: Definition | undefined,
  call: Jobs["call"],
): Promise<void> {
  if (!definition || definition.concurrency.length === 0) return;
  await lockSlots(tx, definition);
  const { rows } = await tx.query<{ keys: string[] }>(
    "delete from jobs.slots where run_id = $1 and step_id = $2 and (call ->> 'number')::integer = $3 returning keys",
    [call.runId, call.stepId ?? "", call.number],
  );
  if (rows[0]) await admit(tx, definition, rows[0].keys, null);
}

/**
 * Queues every waiting call again. Done at the start: the functions' limits may have changed since, and a call that waits
 * for a limit that no longer exists would wait forever.
 */
export async function requeueWaiting(tx: Transaction): Promise<void> {
  const limited = [...tx.definitions.values()].filter(({ concurrency }) => concurrency.length > 0).map(({ id }) => id);
  const { rows } = await tx.query<{ call: Jobs["call"] }>(
    "with gone as (delete from jobs.slots where not held returning position, call) select call from gone order by position",
  );
  await addCalls(
    tx,
    rows.map(({ call }) => call),
  );
  await tx.query("delete from jobs.slots where function_id <> all ($1)", [limited]);
}

const lockSlots = (tx: Transaction, definition: Definition) =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('jobs.slots:' || $1, 0))", [definition.id]);

async function isHeld(tx: Transaction, call: Jobs["call"]): Promise<boolean | null> {
  const { rows } = await tx.query<{ is_held: boolean }>(
    "select held as is_held from jobs.slots where run_id = $1 and step_id = $2",
    [call.runId, call.stepId ?? ""],
  );
  return rows[0]?.is_held ?? null;
}

/** Lets the longest-waiting calls that compete for `keys` in, as far as each of their keys has room. */
async function admit(tx: Transaction, definition: Definition, keys: string[], own: Jobs["call"] | null): Promise<void> {
  const { rows: counts } = await tx.query<{ key: string; calls: number }>(
    `select key, count(*)::integer as calls from jobs.slots, unnest(keys) as key
     where function_id = $1 and held group by key`,
    [definition.id],
  );
  const heldByKey = new Map(counts.map((row) => [row.key, row.calls]));
  const hasRoom = (key: string, index: number) =>
    (heldByKey.get(key) ?? 0) < (definition.concurrency[index]?.limit ?? Number.POSITIVE_INFINITY);
  const { rows: waiting } = await tx.query<{ position: string; keys: string[]; call: Jobs["call"] }>(
    `select position, keys, call from jobs.slots where function_id = $1 and not held and keys && $2
     order by position limit 200`,
    [definition.id, keys],
  );
  for (const { position, keys: ownKeys, call } of waiting) {
    if (!ownKeys.every(hasRoom)) continue;
    for (const key of ownKeys) heldByKey.set(key, (heldByKey.get(key) ?? 0) + 1);
    await tx.query("update jobs.slots set held = true where position = $1", [position]);
    const isOwn = own !== null && call.runId === own.runId && call.stepId === own.stepId;
    if (!isOwn) await addJob(tx, "call", call);
  }
}
