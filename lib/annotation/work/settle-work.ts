// Load once, decide purely, write once: what an annotator does with an item.
import { databaseErrorCode } from "@/db/error-code";
import { readWork, type Work, type WorkKey } from "@/lib/annotation/items/read-work";
import { attachedLabels } from "@/lib/annotation/labels/attached-labels";
import { holdQueue, lockItemInQueue } from "@/lib/annotation/scope/loaders";
import type { Context } from "@/lib/context";
import { conflict } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";

/** What a rule makes of the work that was read: an output, and unless it stands already, what is to be written. */
export interface Decision<Output> {
  output: Output;
  /** False when something has changed since the work was read, and nothing was written. */
  write?: (context: Context) => Promise<boolean>;
}

type Decide<Output> = (work: Work, now: Date) => Decision<Output>;

/**
 * Reads, decides and writes. If somebody else has changed the item, its labels or the queue's settings in between, all of that
 * is done once more with the item and the labels held, and near the end of the queue with the queue held as well, so that of
 * two annotators who finish the last two items at the same moment, the second sees the first.
 */
export async function onWork<Output>(context: Context, key: WorkKey, decide: Decide<Output>): Promise<Output> {
  const done = await attempt(context, key, decide, false);
  if (done) return done.output;
  return inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const { queue } = await readWork(db, caller, key, now());
    await lockItemInQueue(db, queue, key.itemId);
    if (key.completes) await holdQueue(db, queue.id);
    await attachedLabels(db, queue.id);
    const settled = await attempt(inner, key, decide, true);
    if (settled) return settled.output;
    // Only the same mutation id, used at another item at this very moment, can have kept it.
    throw conflict("This was sent twice at the same moment.");
  });
}

const DEADLOCK = "40P01";

async function attempt<Output>(context: Context, key: WorkKey, decide: Decide<Output>, isHeld: boolean) {
  const at = context.now();
  const read = await readWork(context.db, context.caller, key, at);
  // Who changes a queue's settings brings all its items in line with them, which waits for who holds one.
  const work = isHeld ? { ...read, queueRevision: null } : read;
  const { output, write } = decide(work, at);
  if (!write) return { output };
  if (work.nearlyDone && !isHeld) return undefined;
  try {
    return (await write(context)) ? { output } : undefined;
  } catch (error) {
    if (isHeld || databaseErrorCode(error) !== DEADLOCK) throw error;
    return undefined;
  }
}
