import { z } from "zod";
import { define } from "../define";
import { id, labelTypes, queueParams } from "../shapes";
import { MANAGERS_MAY } from "../words";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/{queue_id}/";
const chance = z.number().meta({ description: "0 to 1" });
const withJudges = z
  .boolean()
  .default(true)
  .meta({ description: "Whether automatic values count as one more annotator" });

export const getQueueConsensus = define({
  name: "getQueueConsensus",
  method: "GET",
  path: `${base}consensus/`,
  tag,
  summary: "Get the most likely answers of a queue's items, and how reliable each annotator is",
  description:
    "Dawid and Skene's model of a label with a list of values: the share of each value, each annotator's confusion matrix, and the most uncertain items. Automatic values, such as a judge's, count as one more annotator. It also reports whether the shares are known to `target_width`, so that more annotation would add little. For managers and reviewers of the queue, and for Owners and Admins.",
  access: "queue",
  errors: ["invalid"],
  params: queueParams,
  query: z.strictObject({
    label_id: id.meta({ description: "A label of the queue: categorical, stars, thumbs or preference" }),
    with_automatic: withJudges,
    target_width: z
      .number()
      .min(0.01)
      .max(1)
      .default(0.1)
      .meta({ description: "The widest acceptable range of a share, 0.01 to 1" }),
  }),
  response: z
    .object({
      label_id: id,
      label_name: z.string(),
      label_type: z.enum(labelTypes),
      items: z.int().meta({ description: "Items with an answer" }),
      reason: z.string().nullable().meta({ description: "Why there is no model; null if there is one" }),
      values: z.array(
        z.object({
          value: z.string(),
          share: chance,
          effective_items: z.number().meta({ description: "The equivalent number of items with certain answers" }),
        }),
      ),
      annotators: z.array(
        z.object({
          annotator_id: id.nullable().meta({ description: "null for automatic ones" }),
          name: z.string(),
          is_automatic: z.boolean(),
          answers: z.int(),
          accuracy: chance.meta({ description: "How often the answer matches the true value" }),
          confusion: z
            .array(z.array(chance))
            .meta({ description: "One row per true value, one column per answered value" }),
        }),
      ),
      uncertain: z.int().meta({ description: "Items whose most likely value has a probability below 0.9" }),
      most_uncertain: z.array(
        z.object({ item_id: id, value: z.string(), chance, uncertainty: chance, answers: z.int() }),
      ),
      stop: z
        .object({
          target_width: z.number(),
          width: z.number().meta({
            description: "The widest range of a share, assuming that the annotators' error rates are known",
          }),
          is_enough: z.boolean(),
          needed_items: z.int().meta({ description: "Estimated number of answered items needed for the target" }),
        })
        .nullable(),
      iterations: z.int(),
      converged: z.boolean(),
    })
    .meta({ id: "QueueConsensus" }),
  example: { label_id: "00000000-0000-4000-8000-000000000000" },
});

export const prioritizeItems = define({
  name: "prioritizeItems",
  method: "POST",
  path: `${base}prioritize/`,
  tag,
  summary: "Prioritize the most uncertain items",
  description: `Sets the priority of a queue's open items, 0 to 1000: by the model's uncertainty about each, or by the disagreement among its answers, automatic ones included. Items without answers get the uncertainty of the values overall. \`reset\` sets all to 0. ${MANAGERS_MAY}`,
  access: "queue",
  errors: ["invalid"],
  params: queueParams,
  body: z.strictObject({
    label_id: id,
    by: z.enum(["uncertainty", "disagreement", "reset"]).default("uncertainty"),
    with_automatic: withJudges,
  }),
  response: z.object({ items: z.int().meta({ description: "Open items" }), changed: z.int() }),
  example: { label_id: "00000000-0000-4000-8000-000000000000", by: "uncertainty" },
});
