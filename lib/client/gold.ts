// What a queue's managers read and change of its gold items.
import { mutationFor, queryFor } from "@/lib/client/query";
import * as gold from "@/lib/contracts/annotation/gold";
import * as items from "@/lib/contracts/annotation/items";
import * as queues from "@/lib/contracts/annotation/queues";
import * as reports from "@/lib/contracts/annotation/reports";

/** An item's known answers. Asked for anew each time, because a form begins with them. */
export const goldQuery = (queue_id: string, item_id: string) => ({
  ...queryFor(gold.getGold, { queue_id, item_id }),
  gcTime: 0,
});

export const setGold = mutationFor(gold.setGold, {
  invalidates: [
    items.listItems,
    queues.listQueues,
    queues.getQueue,
    queues.getQueueProgress,
    reports.getQueueAnalytics,
  ],
  showsErrors: true,
});
