import { z } from "zod";
import { define } from "../define";
import { exportFormats, exportStatuses, id, itemStatuses, page, pageQuery, timestamp } from "../shapes";
import { MANAGERS_MAY } from "../words";
import { exportedItems, exportFilters, namedFile } from "./exported";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/{queue_id}/exports/";
const params = z.object({ queue_id: id });
const oneParams = z.object({ queue_id: id, export_id: id });

export const queueExport = z
  .object({
    id,
    queue: id,
    format: z.enum(exportFormats),
    status_filter: z.enum(itemStatuses).nullable(),
    filters: z.object(exportFilters).meta({ description: "The other filters of the export" }),
    status: z.enum(exportStatuses),
    items_total: z.int(),
    items_done: z.int(),
    error: z.string().nullable(),
    requested_by: id,
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: "QueueExport" });
export type QueueExport = z.infer<typeof queueExport>;

export const startQueueExport = define({
  name: "startQueueExport",
  method: "POST",
  path: base,
  tag,
  summary: "Start an export in the background",
  description: `Starts an export in the background and returns at once. getQueueExport shows its progress. The file is kept for seven days. Each request starts a new export. It survives a restart of the server. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  body: z.strictObject({
    export_format: z.enum(exportFormats).default("json"),
    status: z
      .enum([...itemStatuses, "all", ""])
      .nullish()
      .meta({ description: "Item status; blank or `all` for every item" }),
    ...exportFilters,
  }),
  response: queueExport,
  example: { export_format: "csv" },
});

export const listQueueExports = define({
  name: "listQueueExports",
  method: "GET",
  path: base,
  tag,
  summary: "List a queue's background exports, newest first",
  description: `A page of a queue's background exports, newest first. ${MANAGERS_MAY}`,
  access: "queue",
  envelope: "page",
  params,
  query: z.strictObject(pageQuery),
  response: page(queueExport),
});

export const getQueueExport = define({
  name: "getQueueExport",
  method: "GET",
  path: `${base}{export_id}/`,
  tag,
  summary: "Get the status of a background export",
  description: `The progress of a background export. Poll once per second until \`status\` is completed or failed. Seven days after completion the file is deleted, and \`status\` becomes expired. ${MANAGERS_MAY}`,
  access: "queue",
  params: oneParams,
  response: queueExport,
});

export const downloadQueueExport = define({
  name: "downloadQueueExport",
  method: "GET",
  path: `${base}{export_id}/download/`,
  tag,
  summary: "Download a completed background export",
  description: `Streams the file of a completed background export, any number of times in the seven days after completion; 410 once it has expired. ${MANAGERS_MAY}`,
  errors: ["export_not_complete", "gone"],
  answers: ["application/json", "application/x-ndjson", "text/csv"],
  access: "queue",
  envelope: "file",
  params: oneParams,
  query: z.strictObject({ named: namedFile }),
  response: exportedItems,
});
