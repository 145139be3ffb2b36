import { z } from "zod";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { backfill, micros } from "./shapes/task-shapes";

const tag = "Evaluation of spans";
const base = "/tracer/eval-tasks/";

const params = z.object({ task_id: id.meta({ description: "Id of the task" }) });

/** The most spans of one backfill. */
const MAX_BACKFILL_SPANS = 100_000;

export const retryEvalTask = define({
  name: "retryEvalTask",
  method: "POST",
  path: `${base}{task_id}/retry/`,
  tag,
  summary: "Retry failed evaluations",
  description:
    "Retries evaluations that ended in an error, for the whole task or one of its evaluations. Scored and unscored ones stay. Repeating the request while they wait changes nothing.",
  params,
  body: z.strictObject({ evaluation_id: id.optional() }),
  response: z.object({ retried: z.int() }),
});

export const startBackfill = define({
  name: "startBackfill",
  method: "POST",
  path: `${base}{task_id}/backfills/`,
  tag,
  summary: "Evaluate earlier spans (backfill)",
  description:
    "Evaluates stored spans that match the task's filters and sampling, in the background. A period, a number of spans and a cost ceiling can limit it. Existing scores stay, so a backfill can be started again. A task runs one backfill at a time. See previewEvalTask for count and cost.",
  errors: ["conflict"],
  params,
  body: z.strictObject({
    since: timestamp.nullish().meta({ description: "Spans that began then or later" }),
    until: timestamp.nullish().meta({ description: "Spans that began before" }),
    max_spans: z.int().min(1).max(MAX_BACKFILL_SPANS).default(10_000),
    ceiling_micros: micros.nullish().meta({
      description:
        "Micro-dollars at which it stops; evaluations in progress are still paid for. It also stops after the first answer of a model without a price, because then the ceiling cannot be enforced",
    }),
  }),
  response: backfill,
  example: { max_spans: 1000, ceiling_micros: 5_000_000 },
});

export const cancelBackfill = define({
  name: "cancelBackfill",
  method: "POST",
  path: `${base}{task_id}/backfills/{backfill_id}/cancel/`,
  tag,
  summary: "Cancel a backfill",
  description: "Cancels evaluations that have not begun; scores stay. A backfill that has ended does not change.",
  params: params.extend({ backfill_id: id.meta({ description: "Id of the backfill" }) }),
  response: backfill,
});
