// Load once, decide purely, write once: what an annotator does with an item.
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import type { ItemContext, WorkKey } from "@/lib/annotation/items/read-work";
import { attachedLabels } from "@/lib/annotation/labels/attached-labels";
import { holdQueue, lockItemInQueue, type QueueRow } from "@/lib/annotation/scope/loaders";
import type { Caller, Context } from "@/lib/context";
import { conflict } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";

/** What a rule makes of the work that was read: an output, and unless it stands already, what is to be written. */
interface Decision<Output> {
  output: Output;
  /** False when something has changed since the work was read, and nothing was written. */
  write?: (db: Database) => Promise<boolean>;
}

interface Steps<Read extends ItemContext, Output> {
  /** `readWork`, or that and more. */
  read: (db: Database, caller: Caller, key: WorkKey, now: Date) => Promise<Read>;
  decide: (work: Read, now: Date) => Decision<Output>;
}

/**
 * Reads, decides and writes. If somebody else has changed the item, its labels or the queue's settings in between, all of that
 * is done once more with the item and the labels held, and near the end of the queue with the queue held as well, so that of
 * two annotators who finish the last two items at the same moment, the second sees the first.
 */
export async function withOptimisticRetry<Read extends ItemContext, Output>(
  context: Context,
  key: WorkKey,
  steps: Steps<Read, Output>,
): Promise<Output> {
  const first = await attempt(context, key, steps, "nothing");
  if ("output" in first) return first.output;
  // That the queue nears its end may show only while the item is held.
  const holdings: readonly LockScope[] = first.missed.nearlyDone ? ["queue"] : ["item", "queue"];
  for (const held of holdings) {
    const outcome = await inTransaction(context, async (inner) => {
      await hold(inner.db, first.missed.queue, key, held);
      return attempt(inner, key, steps, held);
    });
    if ("output" in outcome) return outcome.output;
  }
  // Only the same mutation id, used at another item at this very moment, can have kept it.
  throw conflict("This request was sent twice at the same time. Retry it.");
}

/** What nobody else can change meanwhile: with an item its labels as well, and with the queue all of these. */
type LockScope = "nothing" | "item" | "queue";

async function hold(db: Database, queue: QueueRow, { itemId }: WorkKey, held: LockScope): Promise<void> {
  await lockItemInQueue(db, queue, itemId);
  if (held === "queue") await holdQueue(db, queue.id);
  await attachedLabels(db, queue.id);
}

const DEADLOCK = "40P01";

/** The output, or the work where nothing was written. */
async function attempt<Read extends ItemContext, Output>(
  context: Context,
  key: WorkKey,
  { read, decide }: Steps<Read, Output>,
  held: LockScope,
): Promise<{ output: Output } | { missed: ItemContext }> {
  const at = context.now();
  const found = await read(context.db, context.caller, key, at);
  // Who changes a queue's settings brings all its items in line with them, which waits for who holds one.
  const work = held === "nothing" ? found : { ...found, queueRevision: null };
  const { output, write } = decide(work, at);
  if (!write) return { output };
  const missed = { missed: work };
  if (work.nearlyDone && held !== "queue") return missed;
  try {
    return (await write(context.db)) ? { output } : missed;
  } catch (error) {
    if (held !== "nothing" || databaseErrorCode(error) !== DEADLOCK) throw error;
    return missed;
  }
}
