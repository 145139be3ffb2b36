// Operations on one item: add, show, move, remove.
import { eq } from "drizzle-orm";
import { queueItems } from "@/db/schema";
import { assertMaySee } from "@/lib/annotation/items/item-access";
import { assertManager, itemInQueue, lockItemInQueue, lockQueue, queueAccess } from "@/lib/annotation/scope/loaders";
import { holdSource, referenceOf, sourceProblems } from "@/lib/annotation/sources/sources";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/single-item";
import { conflict, invalidField, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { NOT_MANAGER } from "./items";
import { presentItem, purposeFor } from "./present-items";
import { appendItems, removeItems } from "./queue-contents";

export const createItem: Verb<typeof contracts.createItem> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    const source = await referenceOf(db, caller.organizationId, input);
    if (!(await holdSource(db, caller.organizationId, source))) {
      throw notFound(`Source not found: ${source.sourceType}=${source.sourceId}`);
    }
    const problem = (await sourceProblems(db, caller.organizationId, [source]))(source);
    if (problem) throw invalidField("source_id", problem);
    const { added } = await appendItems(db, access.queue, [source]);
    const [id] = added;
    if (!id) throw conflict("This source is already in the queue.");
    const change = changeOf(input);
    if (Object.keys(change).length > 0) await db.update(queueItems).set(change).where(eq(queueItems.id, id));
    return presentItem(db, caller, await itemInQueue(db, access.queue, id), now());
  });

interface Settings {
  priority?: number | undefined;
  order?: number | undefined;
  metadata?: Record<string, unknown> | undefined;
}

const changeOf = ({ priority, order, metadata }: Settings) => ({
  ...(priority === undefined ? {} : { priority }),
  ...(order === undefined ? {} : { order }),
  ...(metadata === undefined ? {} : { metadata }),
});

export const getItem: Verb<typeof contracts.getItem> = async ({ db, caller, now }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  const item = await itemInQueue(db, access.queue, input.item_id);
  assertMaySee(caller, access, item);
  return { ...(await presentItem(db, caller, item, now())), ...purposeFor(access, item) };
};

export const updateItem: Verb<typeof contracts.updateItem> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    await lockQueue(db, access.queue.id);
    const item = await lockItemInQueue(db, access.queue, input.item_id);
    const [changed] = await db.update(queueItems).set(changeOf(input)).where(eq(queueItems.id, item.id)).returning();
    return presentItem(db, caller, changed ?? item, now());
  });

export const deleteItem: Verb<typeof contracts.deleteItem> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    if ((await removeItems(db, access.queue, [input.item_id], now())) === 0) throw notFound("Item not found.");
    return { deleted: true };
  });
