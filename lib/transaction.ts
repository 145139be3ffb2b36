import { transaction } from "@/db/transaction";
import type { PublicContext } from "@/lib/context";
import { type DomainEvent, sendCommitted, storeEvent } from "@/lib/events";

const open = new WeakSet<object>();

/**
 * Runs `work` with a context whose database is one transaction; inside another one it joins it. Events that `work` emits are
 * stored with it and sent after the commit.
 */
export async function inTransaction<C extends PublicContext, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  if (open.has(context)) return work(context);
  let emitted: DomainEvent[] = [];
  const output = await transaction(context.db, (tx) => {
    emitted = [];
    const inner: C = {
      ...context,
      db: tx,
      emit: async (event) => {
        await storeEvent(tx, event);
        emitted.push(event);
      },
    };
    open.add(inner);
    return work(inner);
  });
  if (emitted.length > 0) await sendCommitted(context.db, emitted);
  return output;
}
