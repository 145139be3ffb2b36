import { z } from "zod";
import { define } from "../define";
import { id } from "../shapes";
import { backfill, backfillBounds } from "./shapes/task-shapes";

const tag = "Evaluation of spans";
const base = "/tracer/eval-tasks/";

const params = z.object({ task_id: id.meta({ description: "Id of the task" }) });

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
    "Evaluates stored spans that match the task's filters and sampling, in the background. A choice of traces, a period, a number of spans and a cost ceiling can limit it. Existing scores stay, so a backfill can be started again. A task runs one backfill at a time. See previewEvalTask for count and cost.",
  errors: ["conflict", "not_found", "required"],
  params,
  body: z.strictObject(backfillBounds),
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
