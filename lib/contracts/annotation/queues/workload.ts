// When a queue will be done, and who does how much of it.
import { z } from "zod";
import { define } from "../../define";
import { day, id, queueParams } from "../../shapes";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/";

const perDay = z
  .number()
  .nullable()
  .meta({ description: "A day, over the last 14 days at most, since the first one with work; null if there was none" });

export const workload = z
  .object({
    due_date: day.nullable(),
    left: z.int().meta({ description: "Items that are neither completed nor skipped" }),
    completed_per_day: perDay,
    ends_on: day.nullable().meta({
      description: "The day in UTC on which the queue is done at this pace; null without a pace or items left",
    }),
    days_late: z
      .int()
      .nullable()
      .meta({ description: "Days from the due date to that day; 0 if it is in time; null if either is unknown" }),
    late: z.int().nullable().meta({
      description: "Items that are still open after the due date at this pace; null without a due date or pace",
    }),
    annotators: z.array(
      z.object({
        user_id: id,
        name: z.string(),
        assigned: z.int().nullable().meta({ description: "Null if anyone may take any item and none is assigned" }),
        done: z.int().meta({ description: "Items that the annotator has completed" }),
        left: z
          .int()
          .nullable()
          .meta({ description: "Assigned items that the annotator has not finished; null if `assigned` is" }),
        done_per_day: perDay,
      }),
    ),
  })
  .meta({ id: "QueueWorkload" });
export type Workload = z.infer<typeof workload>;

export const getQueueWorkload = define({
  name: "getQueueWorkload",
  method: "GET",
  path: `${base}{queue_id}/workload/`,
  tag,
  summary: "Get a queue's workload and forecast",
  description:
    "The items left, the pace, and what the due date would miss at this pace, with each annotator's assigned, completed and remaining items. For managers and reviewers of the queue, and for Owners and Admins.",
  access: "queue",
  params: queueParams,
  response: workload,
});
