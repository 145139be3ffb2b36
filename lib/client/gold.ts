// What a queue's managers read and change of its gold items.

import { mutationFor, queryFor } from "@/lib/client/query";
import * as operations from "./operations";

/** An item's known answers. Asked for anew each time, because a form begins with them. */
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
