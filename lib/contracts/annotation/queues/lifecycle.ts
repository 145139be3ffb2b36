import { z } from "zod";
import { define } from "../../define";
import { id, queueParams, queueStatuses } from "../../shapes";
import { MANAGERS_MAY } from "../../words";
import { queue } from "./shapes";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/";
const params = queueParams;

export const deleteQueue = define({
  name: "deleteQueue",
  method: "DELETE",
  path: `${base}{queue_id}/`,
  tag,
  summary: "Archive a queue",
  description: `Archives a queue with everything in it. Nobody can work in it until it is restored. Nothing is lost. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  response: z.object({ deleted: z.literal(true), archived: z.literal(true), queue_id: id }),
});

export const hardDeleteQueue = define({
  name: "hardDeleteQueue",
  method: "POST",
  path: `${base}{queue_id}/hard-delete/`,
  tag,
  summary: "Delete a queue permanently, with everything in it",
  description: `Deletes a queue permanently, archived or not, with its items, scores, discussions and exports. \`confirm_name\` must be its name. This cannot be undone. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  body: z.strictObject({
    force: z.literal(true),
    confirm_name: z.string().max(255).meta({ description: "The queue's exact name" }),
  }),
  response: z.object({ deleted: z.literal(true), queue_id: id }),
  example: { force: true, confirm_name: "Support replies" },
});

export const getQueueLosses = define({
  name: "getQueueLosses",
  method: "GET",
  path: `${base}{queue_id}/losses/`,
  tag,
  summary: "Count what a queue's permanent deletion would delete",
  description: `What hardDeleteQueue would delete: items, annotations, people with annotations, discussions and exports. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  response: z.object({
    name: z.string(),
    items: z.int(),
    annotations: z.int().meta({ description: "Answers to labels" }),
    annotators: z.int().meta({ description: "People who have annotated" }),
    discussions: z.int(),
    exports: z.int(),
  }),
});

export const restoreQueue = define({
  name: "restoreQueue",
  method: "POST",
  path: `${base}{queue_id}/restore/`,
  tag,
  summary: "Restore an archived queue",
  description: `Restores an archived queue as it was. 404 if it is not archived, 409 if a queue that is not archived has its name or has replaced it as the default queue. ${MANAGERS_MAY}`,
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
  summary: "Change a queue's status",
  description: `Changes a queue's status: draft to active, active to paused or completed, paused to active or completed, completed to active or paused. Other changes are refused, and a queue without labels cannot become active. Only an active queue hands out items. ${MANAGERS_MAY}`,
  errors: ["queue_without_labels"],
  access: "queue",
  params,
  body: z.strictObject({ status: z.enum(queueStatuses) }),
  response: queue,
  example: { status: "active" },
});
