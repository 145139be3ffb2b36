// Queries and mutations of the annotation screens. Components never write a query key or a path.

import { hrefOf } from "@/lib/client/call";
import { mutationFor, queryFor } from "@/lib/client/query";
import type * as items from "@/lib/contracts/annotation/items";
import type { ItemOrdering } from "@/lib/contracts/annotation/items/filters";
import type * as labels from "@/lib/contracts/annotation/labels";
import type * as queues from "@/lib/contracts/annotation/queues/queues";
import type * as setUp from "@/lib/contracts/annotation/queues/set-up";
import type { ClientInput } from "@/lib/contracts/contract";
import type { ExportFormat } from "@/lib/contracts/shapes";
import type { CallVerdict, FaultSide } from "@/lib/contracts/simulation/call-names";
import * as operations from "./operations";

const aboutQueues = [
  operations.listQueues,
  operations.getQueue,
  operations.getQueueProgress,
  operations.getQueueWorkload,
];
const aboutItems = [...aboutQueues, operations.listItems];
const aboutLabels = [operations.listLabels, operations.getLabel];

const PAGE_ROWS = 50;

export type LabelFilter = Pick<
  ClientInput<typeof labels.listLabels>,
  "page" | "search" | "type" | "archived" | "ordering"
>;
export const labelsInput = (filter: LabelFilter = {}) => ({ ...filter, limit: PAGE_ROWS, include_usage_count: true });
export const labelsQuery = (filter: LabelFilter = {}) => queryFor(operations.listLabels, labelsInput(filter));
/** Live labels whose names contain a text. */
export const labelsNamedQuery = (search: string) => queryFor(operations.listLabels, { search, limit: 100 });
/** Labels of a queue, also archived ones. */
export const labelsOfQueueQuery = (queue_id: string) =>
  queryFor(operations.listLabels, { queue_id, include_archived: true, limit: 500 });
export const labelQuery = (id: string) => queryFor(operations.getLabel, { id });
/** The newest live labels, for pickers. */
export const labelChoicesQuery = () => queryFor(operations.listLabels, { limit: 500 });

export const createLabel = mutationFor(operations.createLabel, { invalidates: aboutLabels, showsErrors: true });
export const updateLabel = mutationFor(operations.updateLabel, {
  invalidates: [...aboutLabels, operations.getQueue],
  showsErrors: true,
});
export const archiveLabel = mutationFor(operations.deleteLabel, { invalidates: aboutLabels });
export const restoreLabel = mutationFor(operations.restoreLabel, { invalidates: aboutLabels, done: "Label restored" });

export type QueueFilter = Pick<
  ClientInput<typeof queues.listQueues>,
  "page" | "search" | "status" | "archived" | "ordering" | "label_id" | "viewer_role"
>;
export const queuesInput = (filter: QueueFilter = {}) => ({ ...filter, limit: PAGE_ROWS, include_counts: true });
export const queuesQuery = (filter: QueueFilter = {}) => queryFor(operations.listQueues, queuesInput(filter));
const OPEN_QUEUES = 200;
/** The active queues in which the person has a role. If there are too many, those with the least done. */
export const openQueuesInput = () =>
  ({ status: "active", viewer_role: "any", ordering: "progress", limit: OPEN_QUEUES, include_counts: true }) as const;
export const openQueuesQuery = () => queryFor(operations.listQueues, openQueuesInput());
/** Queues that the person has begun to set up. */
export const draftQueuesInput = () => queuesInput({ status: "draft", viewer_role: "manager" });
export const draftQueuesQuery = () => queryFor(operations.listQueues, draftQueuesInput());
/** The newest queues that the person manages. */
export const managedQueuesQuery = (limit: number) => queryFor(operations.listQueues, { viewer_role: "manager", limit });
/** The first of the queues that use a label. */
export const queuesOfLabelQuery = (label_id: string) =>
  queryFor(operations.listQueues, { label_id, limit: 10, ordering: "name" });

export const updateQueue = mutationFor(operations.updateQueue, { invalidates: aboutQueues, showsErrors: true });
export const archiveQueue = mutationFor(operations.deleteQueue, { invalidates: aboutQueues });
export const restoreQueue = mutationFor(operations.restoreQueue, { invalidates: aboutQueues, done: "Queue restored" });
export const moveQueue = mutationFor(operations.updateQueueStatus, { invalidates: aboutQueues });
export const addQueueLabel = mutationFor(operations.addQueueLabel, {
  invalidates: [...aboutItems, operations.listLabels],
});
export const removeQueueLabel = mutationFor(operations.removeQueueLabel, {
  invalidates: [...aboutItems, operations.listLabels],
});

/** The filters of a queue's items, as the list and changes of all matching items take them. */
export type ItemFilters = Omit<
  ClientInput<typeof items.listItems>,
  "queue_id" | "page" | "limit" | "page_size" | "ordering" | "include_answers" | "include_fields"
>;
export interface ItemFilter {
  queue_id: string;
  page?: number;
  /** By default, work and gold items. */
  filters?: ItemFilters;
  ordering?: ItemOrdering;
  /** What the shown columns need beside the items themselves. */
  additions?: { include_answers?: true; include_fields?: true };
}
export const itemsInput = ({ queue_id, page = 1, filters, ordering = "order", additions }: ItemFilter) => ({
  queue_id,
  page,
  limit: PAGE_ROWS,
  ordering,
  ...filters,
  ...additions,
});
export const itemsQuery = (filter: ItemFilter) => queryFor(operations.listItems, itemsInput(filter));
export const itemViewsQuery = (queue_id: string) => queryFor(operations.listItemViews, { queue_id });
const viewsChange = { invalidates: [operations.listItemViews] };
export const saveItemView = mutationFor(operations.saveItemView, { ...viewsChange, done: "View saved" });
export const deleteItemView = mutationFor(operations.deleteItemView, { ...viewsChange, done: "View deleted" });

export const addItems = mutationFor(operations.addItems, { invalidates: aboutItems, showsErrors: true });
export const assignItems = mutationFor(operations.assignItems, { invalidates: [operations.listItems] });
export const setItemPriority = mutationFor(operations.setItemPriority, {
  invalidates: [operations.listItems],
  showsErrors: true,
});
export const removeItems = mutationFor(operations.bulkRemoveItems, { invalidates: aboutItems });

export const exportsQuery = (queue_id: string, page = 1) =>
  queryFor(operations.listQueueExports, { queue_id, page, limit: 20 });
export const startExport = mutationFor(operations.startQueueExport, { invalidates: [operations.listQueueExports] });
export const exportToDataset = mutationFor(operations.exportToDataset, { invalidates: [operations.listDatasets] });
type ExportFilters = Omit<ClientInput<typeof queues.exportQueue>, "queue_id" | "export_format" | "named">;
export const exportHref = (queue_id: string, export_format: ExportFormat, filters: ExportFilters = {}) =>
  hrefOf(operations.exportQueue, { queue_id, export_format, named: true, ...filters });
export const exportDownloadHref = (queue_id: string, export_id: string) =>
  hrefOf(operations.downloadQueueExport, { queue_id, export_id, named: true });

/** The sources to add as items: listed one by one, or selected by a filter. */
export type AddedSources = Omit<ClientInput<typeof items.addItems>, "queue_id">;

/** A condition of a selection by filter. */
export const condition = (column_id: string, filter_op: "equals" | "contains", filter_value: string) => ({
  column_id,
  filter_config: { filter_op, filter_value },
});

/** Calls of an execution: all, or those with one outcome and fault source. */
export const callSelection = (
  executionId: string,
  { verdict, fault_side }: { verdict?: CallVerdict | null; fault_side?: FaultSide | null },
) => ({
  mode: "filter" as const,
  source_type: "call_execution" as const,
  filter: [
    condition("test_execution_id", "equals", executionId),
    ...(verdict ? [condition("verdict", "equals", verdict)] : []),
    ...(fault_side ? [condition("fault_side", "equals", fault_side)] : []),
  ],
});

export const setUpQueue = mutationFor(operations.setUpQueue, {
  invalidates: [...aboutQueues, operations.listLabels],
  showsErrors: true,
});
export type QueueSetUp = ClientInput<typeof setUp.setUpQueue>;
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
