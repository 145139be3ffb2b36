import { z } from "zod";
import { define } from "../../define";
import { id, queueParams, queueStatuses } from "../../shapes";
import { MANAGERS_MAY } from "../../words";
import { boundLabel } from "./shapes";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/";
const params = queueParams;

export const addQueueLabel = define({
  name: "addQueueLabel",
  method: "POST",
  path: `${base}{queue_id}/add-label/`,
  tag,
  summary: "Attach a label to a queue",
  description: `Attaches a label at the end of the form, or changes whether an attached label is required. Repeating the request changes nothing. A required label reopens completed items that lack it, and with them the queue. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  body: z.strictObject({ label_id: id, required: z.boolean().default(false) }),
  response: z.object({
    label: boundLabel,
    created: z.boolean(),
    reopened_items: z.int(),
    queue_status: z.enum(queueStatuses),
  }),
  example: { label_id: "00000000-0000-4000-8000-000000000000", required: true },
});

export const removeQueueLabel = define({
  name: "removeQueueLabel",
  method: "POST",
  path: `${base}{queue_id}/remove-label/`,
  tag,
  summary: "Detach a label from a queue",
  description: `Takes a label off the form. Its scores are kept, and reappear if the label is attached again. 404 if it is not attached. ${MANAGERS_MAY}`,
  access: "queue",
  params,
  body: z.strictObject({ label_id: id, required: z.boolean().optional() }),
  response: z.object({ removed: z.literal(true) }),
  example: { label_id: "00000000-0000-4000-8000-000000000000" },
});
