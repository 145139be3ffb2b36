import { z } from "zod";
import { define } from "../../define";
import { id, queueParams } from "../../shapes";
import { agreementMeasure } from "../reports";

const count = z.int();
const interval = z.object({ low: z.number(), high: z.number() }).nullable();
const reason = z.string().nullable();

const contestant = z.object({
  name: z.string().meta({ description: "The field of the output; the model, if the label names fields with models" }),
  wins: count,
  losses: count,
  ties: count.meta({ description: "Ties, and answers that both are bad" }),
  strength: z
    .number()
    .nullable()
    .meta({ description: "Natural logarithm; the mean over all contestants is 0; null without an estimate" }),
  win_rate: z.number().nullable().meta({
    description:
      "The chance to be preferred to another contestant, as the mean over the others: 0 to 1; null without an estimate",
  }),
  reason: reason.meta({ description: "Why there is no win rate; null if there is one" }),
  items: count.meta({ description: "Items on which it was compared" }),
  interval: agreementMeasure.shape.interval,
  interval_reason: reason,
});
export type RankedContestant = z.infer<typeof contestant>;

const preferences = z.object({
  label_id: id,
  label_name: z.string(),
  items: count,
  answers: count,
  ties: count,
  both_bad: count,
  contestants: z.array(contestant).meta({ description: "Most preferred first" }),
  position: z
    .object({
      answers: count.meta({ description: "Answers that prefer one output, and say which was shown first" }),
      first_share: z.number().nullable(),
      interval,
      interval_reason: reason,
    })
    .meta({ description: "How often the output that was shown first is preferred; without position bias, half" }),
  truncated: z.boolean().meta({ description: "Whether the label has more answers than are read" }),
});
export type LabelPreferences = z.infer<typeof preferences>;

export const getQueuePreferences = define({
  name: "getQueuePreferences",
  method: "GET",
  path: "/model-hub/annotation-queues/{queue_id}/preferences/",
  tag: "Annotation queues",
  summary: "Get what a queue's preference labels say: which output or model is preferred, and by how much",
  description:
    "For each preference label, the contestants ranked by Bradley and Terry's model, with 95 % intervals from 60 items on, and how often the output that was shown first is preferred. A tie counts as half a win for each. Imported and automatic values, gold items and repeats do not count. At most 50,000 answers of a label are read. For managers and reviewers of the queue, and for Owners and Admins.",
  access: "queue",
  params: queueParams,
  response: z.object({ labels: z.array(preferences) }).meta({ id: "QueuePreferences" }),
});
