import { z } from "zod";
import { define } from "../define";
import { MAX_COUNTED } from "../limits";
import { id, queueParams } from "../shapes";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/";
const params = queueParams;

export const progress = z
  .object({
    total: z.int(),
    pending: z.int(),
    in_progress: z.int(),
    in_review: z.int(),
    completed: z.int(),
    skipped: z.int(),
    reviewable: z
      .int()
      .meta({ description: `Items in review that the caller may review; ${MAX_COUNTED} for that many or more` }),
    progress_pct: z.number().meta({ description: "Completed of total, 0 to 100, one decimal" }),
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
      total: z.int(),
      completed: z.int(),
      pending: z.int(),
      in_progress: z.int(),
      in_review: z.int(),
      skipped: z.int(),
      left: z.int().meta({
        description: `Items that are the caller's to do: in hand, or free and never skipped; ${MAX_COUNTED} for that many or more`,
      }),
      sent_back: z.int().meta({ description: "Of these, the ones that a reviewer sent back to the caller" }),
      progress_pct: z.number(),
    }),
  })
  .meta({ id: "QueueProgress" });

export const getQueueProgress = define({
  name: "getQueueProgress",
  method: "GET",
  path: `${base}{queue_id}/progress/`,
  tag,
  summary: "Progress of a queue, of its annotators and of the caller",
  description:
    "How far the queue is: its items by state, each annotator's share, and the caller's own. Figures come from counters that are kept with each change, so that the call is cheap at any size.",
  params,
  response: progress,
});
