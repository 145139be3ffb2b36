import { z } from "zod";
import { define } from "../define";
import { id, queueParams, queueStatuses } from "../shapes";
import { MANAGERS_MAY } from "../words";
import { queue } from "./queue-shapes";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/";
const params = queueParams;

export const deleteQueue = define({
  name: "deleteQueue",
  method: "DELETE",
  path: `${base}{queue_id}/`,
  tag,
  summary: "Archive a queue",
  description: `Archives a queue with everything in it; nothing is lost and it can be restored. Nobody works in it meanwhile. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  response: z.object({ deleted: z.literal(true), archived: z.literal(true), queue_id: id }),
});

export const hardDeleteQueue = define({
  name: "hardDeleteQueue",
  method: "POST",
  path: `${base}{queue_id}/hard-delete/`,
  tag,
  summary: "Delete a queue for good, with its items and everything that was said of them",
  description: `Deletes a queue for good, archived or not, with its items, scores, discussions and exports. \`confirm_name\` must be its name. This cannot be taken back. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  body: z.strictObject({
    force: z.literal(true),
    confirm_name: z.string().max(255).meta({ description: "The queue's name, exactly" }),
  }),
  response: z.object({ deleted: z.literal(true), queue_id: id }),
  example: { force: true, confirm_name: "Support replies" },
});

export const restoreQueue = define({
  name: "restoreQueue",
  method: "POST",
  path: `${base}{queue_id}/restore/`,
  tag,
  summary: "Restore an archived queue",
  description: `Brings an archived queue back as it was. 404 when it is not archived; 409 when a live queue has its name, or its place as a default queue. ${MANAGERS_MAY}`,
  errors: ["conflict"],
  access: "queue",
  params,
  response: queue,
});

export const updateQueueStatus = define({
  name: "updateQueueStatus",
  method: "POST",
  path: `${base}{queue_id}/update-status/`,
  tag,
  summary: "Move a queue to another status",
  description: `Moves a queue: draft to active; active to paused or completed; paused to active or completed; completed to active or paused. Other moves are refused, and active where the queue has no labels. Only an active queue hands out work. ${MANAGERS_MAY}`,
  errors: ["queue_without_labels"],
  access: "queue",
  params,
  body: z.strictObject({ status: z.enum(queueStatuses) }),
  response: queue,
  example: { status: "active" },
});
