// What the annotation screens read and change. Components never write a query key or an address.
import { hrefOf } from "@/lib/client/call";
import { mutationFor, queryFor } from "@/lib/client/query";
import * as annotating from "@/lib/contracts/annotation/annotating";
import * as exports from "@/lib/contracts/annotation/exports";
import * as items from "@/lib/contracts/annotation/items";
import * as labels from "@/lib/contracts/annotation/labels";
import * as queues from "@/lib/contracts/annotation/queues";
import type { ClientInput } from "@/lib/contracts/contract";
import type { ExportFormat, ItemPurpose, WorkflowStatus } from "@/lib/contracts/shapes";

const aboutQueues = [queues.listQueues, queues.getQueue, queues.getQueueProgress];
const aboutItems = [...aboutQueues, items.listItems];
const aboutLabels = [labels.listLabels, labels.getLabel];

export const PAGE_ROWS = 50;

export type LabelFilter = Pick<ClientInput<typeof labels.listLabels>, "page" | "search" | "type" | "archived">;
export const labelsInput = (filter: LabelFilter = {}) => ({ ...filter, limit: PAGE_ROWS, include_usage_count: true });
export const labelsQuery = (filter: LabelFilter = {}) => queryFor(labels.listLabels, labelsInput(filter));
/** Every live label, for pickers. */
export const labelChoicesQuery = () => queryFor(labels.listLabels, { limit: 500 });

export const createLabel = mutationFor(labels.createLabel, { invalidates: aboutLabels, showsErrors: true });
export const updateLabel = mutationFor(labels.updateLabel, {
  invalidates: [...aboutLabels, queues.getQueue],
  showsErrors: true,
});
export const archiveLabel = mutationFor(labels.deleteLabel, { invalidates: aboutLabels });
export const restoreLabel = mutationFor(labels.restoreLabel, { invalidates: aboutLabels, done: "Label restored" });

export type QueueFilter = Pick<ClientInput<typeof queues.listQueues>, "page" | "search" | "status" | "archived">;
export const queuesInput = (filter: QueueFilter = {}) => ({ ...filter, limit: PAGE_ROWS, include_counts: true });
export const queuesQuery = (filter: QueueFilter = {}) => queryFor(queues.listQueues, queuesInput(filter));
export const queueQuery = (queue_id: string) => queryFor(queues.getQueue, { queue_id });
export const progressQuery = (queue_id: string) => queryFor(queues.getQueueProgress, { queue_id });

export const createQueue = mutationFor(queues.createQueue, { invalidates: aboutQueues, showsErrors: true });
export const updateQueue = mutationFor(queues.updateQueue, { invalidates: aboutQueues, showsErrors: true });
export const archiveQueue = mutationFor(queues.deleteQueue, { invalidates: aboutQueues });
export const restoreQueue = mutationFor(queues.restoreQueue, { invalidates: aboutQueues, done: "Queue restored" });
export const moveQueue = mutationFor(queues.updateQueueStatus, { invalidates: aboutQueues });
export const addQueueLabel = mutationFor(queues.addQueueLabel, { invalidates: aboutItems });
export const removeQueueLabel = mutationFor(queues.removeQueueLabel, { invalidates: aboutItems });

export type ItemStatusFilter = WorkflowStatus;
export interface ItemFilter {
  queue_id: string;
  page?: number;
  status?: ItemStatusFilter | undefined;
  assigned_to?: "me" | undefined;
  /** Work and gold items unless told. */
  purpose?: readonly ItemPurpose[];
  /** Only items to which annotators gave different values under this label. */
  disagreement_label?: string | undefined;
}
export const itemsInput = ({ queue_id, page = 1, status, assigned_to, purpose, disagreement_label }: ItemFilter) => ({
  queue_id,
  page,
  limit: PAGE_ROWS,
  ordering: "order" as const,
  ...(status ? { status: [status] } : {}),
  ...(assigned_to ? { assigned_to } : {}),
  ...(purpose ? { purpose: [...purpose] } : {}),
  ...(disagreement_label ? { disagreement_label } : {}),
});
export const itemsQuery = (filter: ItemFilter) => queryFor(items.listItems, itemsInput(filter));
/** The item with its form; `reserve` takes or renews the reservation, so it is asked for by the desk alone. */
export const itemQuery = (queue_id: string, item_id: string) =>
  queryFor(annotating.annotateDetail, { queue_id, item_id, reserve: true });

export const addItems = mutationFor(items.addItems, { invalidates: aboutItems, showsErrors: true });
export const assignItems = mutationFor(items.assignItems, { invalidates: [items.listItems] });
export const removeItems = mutationFor(items.bulkRemoveItems, { invalidates: aboutItems });

export const exportsQuery = (queue_id: string) => queryFor(exports.listQueueExports, { queue_id, limit: 20 });
export const startExport = mutationFor(exports.startQueueExport, { invalidates: [exports.listQueueExports] });
export const exportHref = (queue_id: string, export_format: ExportFormat) =>
  hrefOf(queues.exportQueue, { queue_id, export_format });
export const exportDownloadHref = (queue_id: string, export_id: string) =>
  hrefOf(exports.downloadQueueExport, { queue_id, export_id });
