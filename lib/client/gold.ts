// Queries and mutations of a queue's gold items, for its managers.

import { mutationFor, queryFor } from "@/lib/client/query";
import * as operations from "./operations";

/** An item's known answers. Fetched again each time, because a form starts from them. */
export const goldQuery = (queue_id: string, item_id: string) => ({
  ...queryFor(operations.getGold, { queue_id, item_id }),
  gcTime: 0,
});

export const setGold = mutationFor(operations.setGold, {
  invalidates: [
    operations.listItems,
    operations.listQueues,
    operations.getQueue,
    operations.getQueueProgress,
    operations.getQueueAnalytics,
  ],
  showsErrors: true,
});
