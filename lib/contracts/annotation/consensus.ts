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
  .meta({ description: "Whether values that no person gave count as one more annotator" });

export const getQueueConsensus = define({
  name: "getQueueConsensus",
  method: "GET",
  path: `${base}consensus/`,
  tag,
  summary: "What a queue's items probably are, and how far each annotator is to be believed",
  description:
    "Dawid and Skene's model of a label with a list of values: how common each value is, each annotator's matrix of errors, and the items that are most uncertain. Values that no person gave, such as a judge's, are one more annotator, marked as automatic. It says whether the shares are known to `target_width`, so that more annotation would tell little. Managers and reviewers of the queue may read it, Owners and Admins of every queue.",
  access: "queue",
  errors: ["invalid"],
  params: queueParams,
  query: z.strictObject({
    label_id: id.meta({ description: "A label of the queue: categorical, stars or thumbs" }),
    with_automatic: withJudges,
    target_width: z
      .number()
      .min(0.01)
      .max(1)
      .default(0.1)
      .meta({ description: "How wide a range chance may leave open of a share, 0.01 to 1" }),
  }),
  response: z
    .object({
      label_id: id,
      label_name: z.string(),
      label_type: z.enum(labelTypes),
      items: z.int().meta({ description: "Items with an answer" }),
      reason: z.string().nullable().meta({ description: "Why there is no model" }),
      values: z.array(
        z.object({
          value: z.string(),
          share: chance,
          effective_items: z.number().meta({ description: "As many items of which all were certain" }),
        }),
      ),
      annotators: z.array(
        z.object({
          annotator_id: id.nullable().meta({ description: "null for automatic ones" }),
          name: z.string(),
          is_automatic: z.boolean(),
          answers: z.int(),
          accuracy: chance.meta({ description: "How often the answer is what the item is" }),
          confusion: z.array(z.array(chance)).meta({ description: "For each value the item is, each value answered" }),
        }),
      ),
      uncertain: z.int().meta({ description: "Items whose likeliest value has less than 0.9" }),
      most_uncertain: z.array(
        z.object({ item_id: id, value: z.string(), chance, uncertainty: chance, answers: z.int() }),
      ),
      stop: z
        .object({
          target_width: z.number(),
          width: z.number().meta({
            description: "The widest range that chance leaves open of a share, as if the annotators' errors were known",
          }),
          is_enough: z.boolean(),
          needed_items: z.int().meta({ description: "Answered items for the target, about" }),
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
  summary: "Hand out first what annotators would settle most",
  description: `Sets the priority of a queue's open items, 0 to 1000: by how uncertain the model leaves each, or by how far its answers, those that no person gave included, disagree. Items without any answer stand with the uncertainty of the values at large. By reset all stand at 0 again. ${MANAGERS_MAY}`,
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
