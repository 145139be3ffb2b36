// Optimistic retry: read once, decide by pure rules, write once. All of an annotator's actions on an item use it.
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import type { ItemContext, WorkKey } from "@/lib/annotation/items/read-work";
import { attachedLabels } from "@/lib/annotation/labels/attached-labels";
import { holdQueue, lockItemInQueue, type QueueRow } from "@/lib/annotation/scope/loaders";
import type { Caller, Context } from "@/lib/context";
import { conflict } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";

/** A rule's decision: the output, and the write unless nothing changes. */
interface Decision<Output> {
  output: Output;
  /** False if the rows have changed since they were read. Then nothing was written. */
  write?: (db: Database) => Promise<boolean>;
}

interface Steps<Read extends ItemContext, Output> {
  /** `readWork`, or a read that includes it. */
  read: (db: Database, caller: Caller, key: WorkKey, now: Date) => Promise<Read>;
  decide: (work: Read, now: Date) => Decision<Output>;
}

/**
 * Reads, decides and writes. If another request has changed the item, its labels or the queue's settings in between, it
 * does all that again with the item and labels locked. Near the end of the queue it also locks the queue. So if two
 * annotators finish the last two items at the same time, the second sees the first.
 */
export async function withOptimisticRetry<Read extends ItemContext, Output>(
  context: Context,
  key: WorkKey,
  steps: Steps<Read, Output>,
): Promise<Output> {
  const first = await attempt(context, key, steps, "nothing");
  if ("output" in first) return first.output;
  // Only a read with a locked item may show that the queue is near its end.
  const scopes: readonly LockScope[] = first.conflicted.nearlyDone ? ["queue"] : ["item", "queue"];
  for (const scope of scopes) {
    const outcome = await inTransaction(context, async (inner) => {
      await lock(inner.db, first.conflicted.queue, key, scope);
      return attempt(inner, key, steps, scope);
    });
    if ("output" in outcome) return outcome.output;
  }
  // The only cause left: the same mutation id was used on another item at the same time.
  throw conflict("This request was sent twice at the same time. Retry it.");
}

/**
 * What other requests cannot change in the meantime: "item" includes its labels, "queue" includes both. Changes of the
 * queue's settings lock its row and then its items, so the queue comes first here too.
 */
type LockScope = "nothing" | "item" | "queue";

async function lock(db: Database, queue: QueueRow, { itemId }: WorkKey, scope: LockScope): Promise<void> {
  if (scope === "queue") await holdQueue(db, queue.id);
  await lockItemInQueue(db, queue, itemId);
  await attachedLabels(db, queue.id);
}

const DEADLOCK = "40P01";

/** The output, or the work as read if nothing was written. */
async function attempt<Read extends ItemContext, Output>(
  context: Context,
  key: WorkKey,
  { read, decide }: Steps<Read, Output>,
  scope: LockScope,
): Promise<{ output: Output } | { conflicted: ItemContext }> {
  const at = context.now();
  const current = await read(context.db, context.caller, key, at);
  // Changing a queue's settings updates all its items, so it waits for this lock.
  const work = scope === "nothing" ? current : { ...current, queueRevision: null };
  const { output, write } = decide(work, at);
  if (!write) return { output };
  const conflicted = { conflicted: work };
  if (work.nearlyDone && scope !== "queue") return conflicted;
  try {
    return (await write(context.db)) ? { output } : conflicted;
  } catch (error) {
    if (scope !== "nothing" || databaseErrorCode(error) !== DEADLOCK) throw error;
    return conflicted;
  }
}
