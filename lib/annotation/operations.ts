// Every operation of the annotation part: its contract joined to its verb. Route files and the stand-alone server serve these.
import * as exportContracts from "@/lib/contracts/annotation/exports";
import * as itemContracts from "@/lib/contracts/annotation/items";
import * as labelContracts from "@/lib/contracts/annotation/labels";
import * as queueContracts from "@/lib/contracts/annotation/queues";
import { endpoint } from "@/lib/http/endpoint";
import * as assignment from "./assignment";
import * as claims from "./claims";
import * as completions from "./completions";
import * as detail from "./detail";
import * as queueExport from "./export";
import * as exports from "./exports";
import * as items from "./items";
import * as labels from "./labels";
import * as progress from "./progress";
import * as queueLabels from "./queue-labels";
import * as queues from "./queues";
import * as submissions from "./submissions";

export const listLabels = endpoint(labelContracts.listLabels, labels.listLabels);
export const createLabel = endpoint(labelContracts.createLabel, labels.createLabel);
export const getLabel = endpoint(labelContracts.getLabel, labels.getLabel);
export const replaceLabel = endpoint(labelContracts.replaceLabel, labels.replaceLabel);
export const updateLabel = endpoint(labelContracts.updateLabel, labels.updateLabel);
export const deleteLabel = endpoint(labelContracts.deleteLabel, labels.deleteLabel);
export const restoreLabel = endpoint(labelContracts.restoreLabel, labels.restoreLabel);

export const listQueues = endpoint(queueContracts.listQueues, queues.listQueues);
export const createQueue = endpoint(queueContracts.createQueue, queues.createQueue);
export const getQueue = endpoint(queueContracts.getQueue, queues.getQueue);
export const replaceQueue = endpoint(queueContracts.replaceQueue, queues.replaceQueue);
export const updateQueue = endpoint(queueContracts.updateQueue, queues.updateQueue);
export const deleteQueue = endpoint(queueContracts.deleteQueue, queues.deleteQueue);
export const restoreQueue = endpoint(queueContracts.restoreQueue, queues.restoreQueue);
export const updateQueueStatus = endpoint(queueContracts.updateQueueStatus, queues.updateQueueStatus);
export const addQueueLabel = endpoint(queueContracts.addQueueLabel, queueLabels.addQueueLabel);
export const removeQueueLabel = endpoint(queueContracts.removeQueueLabel, queueLabels.removeQueueLabel);
export const getQueueProgress = endpoint(queueContracts.getQueueProgress, progress.getQueueProgress);
export const exportQueue = endpoint(queueContracts.exportQueue, queueExport.exportQueue);

export const startQueueExport = endpoint(exportContracts.startQueueExport, exports.startQueueExport);
export const listQueueExports = endpoint(exportContracts.listQueueExports, exports.listQueueExports);
export const getQueueExport = endpoint(exportContracts.getQueueExport, exports.getQueueExport);
export const downloadQueueExport = endpoint(exportContracts.downloadQueueExport, exports.downloadQueueExport);

export const listItems = endpoint(itemContracts.listItems, items.listItems);
export const addItems = endpoint(itemContracts.addItems, items.addItems);
export const assignItems = endpoint(itemContracts.assignItems, assignment.assignItems);
export const bulkRemoveItems = endpoint(itemContracts.bulkRemoveItems, items.bulkRemoveItems);
export const nextItem = endpoint(itemContracts.nextItem, claims.nextItem);
export const annotateDetail = endpoint(itemContracts.annotateDetail, detail.annotateDetail);
export const listAnnotations = endpoint(itemContracts.listAnnotations, detail.listAnnotations);
export const submitAnnotations = endpoint(itemContracts.submitAnnotations, submissions.submitAnnotations);
export const completeItem = endpoint(itemContracts.completeItem, completions.completeItem);
export const skipItem = endpoint(itemContracts.skipItem, claims.skipItem);
export const releaseItem = endpoint(itemContracts.releaseItem, claims.releaseItem);
