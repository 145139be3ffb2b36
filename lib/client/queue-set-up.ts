// Queries and mutations of whole queues: setting one up, a copy of it, its deletion, and who does how much.

import { mutationFor, queryFor } from "@/lib/client/query";
import type * as contracts from "@/lib/contracts/annotation/queues/set-up";
import type { ClientInput } from "@/lib/contracts/contract";
import * as operations from "./operations";

const aboutQueues = [operations.listQueues, operations.getQueue, operations.getQueueProgress];

export const setUpQueue = mutationFor(operations.setUpQueue, {
  invalidates: [...aboutQueues, operations.listLabels],
  showsErrors: true,
});
export type QueueSetUp = ClientInput<typeof contracts.setUpQueue>;
export type SourcesBody = NonNullable<QueueSetUp["sources"]>;
export const previewSourceQuery = (sources: SourcesBody) => queryFor(operations.previewSource, sources);

export const duplicateQueue = mutationFor(operations.duplicateQueue, {
  invalidates: [operations.listQueues],
  showsErrors: true,
});
export const lossesQuery = (queue_id: string) => queryFor(operations.getQueueLosses, { queue_id });
export const deleteQueue = mutationFor(operations.hardDeleteQueue, {
  invalidates: [operations.listQueues],
  showsErrors: true,
});
export const workloadQuery = (queue_id: string) => queryFor(operations.getQueueWorkload, { queue_id });
