import { z } from "zod";
import { define } from "../../define";
import { MAX_COUNTED } from "../../limits";
import { id, queueParams } from "../../shapes";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/";
const params = queueParams;

const states = {
  total: z.int(),
  pending: z.int(),
  in_progress: z.int(),
  in_review: z.int(),
  completed: z.int(),
  skipped: z.int(),
};

export const progress = z
  .object({
    ...states,
    work: z.object(states).nullable().meta({
      description:
        "The queue's items without the caller's checks; null while the caller has items left, or does not annotate",
    }),
    reviewable: z
      .int()
      .meta({ description: `Items in review that the caller may review; ${MAX_COUNTED} means that many or more` }),
    progress_pct: z.number().meta({ description: "Percentage of items that are completed, with one decimal" }),
    annotator_stats: z.array(
      z.object({
        user_id: id,
        name: z.string(),
        completed: z.int(),
        pending: z.int(),
        in_progress: z.int(),
        in_review: z.int(),
        annotations_count: z.int(),
      }),
    ),
    user_progress: z.object({
      ...states,
      left: z.int().meta({
        description: `Items that the caller can work on: reserved by the caller, or free and not skipped; ${MAX_COUNTED} means that many or more`,
      }),
      sent_back: z.int().meta({ description: "Those of them that a reviewer sent back to the caller" }),
      progress_pct: z.number(),
    }),
  })
  .meta({ id: "QueueProgress" });

export const getQueueProgress = define({
  name: "getQueueProgress",
  method: "GET",
  path: `${base}{queue_id}/progress/`,
  tag,
  summary: "Get the progress of a queue, its annotators and the caller",
  description:
    "The queue's items by status, each annotator's share, and the caller's own. The request is cheap for a queue of any size.",
  params,
  response: progress,
});
