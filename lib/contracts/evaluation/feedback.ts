// People's feedback on a run: the correct output.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { feedbackActions } from "./names";
import { evaluationTag as tag } from "./playground";

const value = z.union(
  [z.string().max(10_000), z.number(), z.boolean(), list(z.string().max(255), 100)],
  "Must be a text, a number, a boolean or a list of texts.",
);
/** As stored: Passed or Failed, a number, a label, labels, or a text. */
export type FeedbackValue = string | number | string[];

export const feedback = {
  id,
  action_type: z.enum(feedbackActions),
  value: z.unknown().meta({ description: "The correct output" }),
  explanation: z.string(),
  by: z.string(),
  given_at: timestamp,
};

export const giveEvalFeedback = define({
  name: "giveEvalFeedback",
  method: "POST",
  path: "/model-hub/eval-playground/feedback/",
  tag,
  summary: "Give feedback on a run",
  description:
    "Saves the correct output of a run, with the reason. The run itself does not change. `keep` does nothing else. `retune` also adds it as an example to the template, in a new version that becomes the current one. This works only for the organization's own judged templates, with at most 20 examples; an earlier example with the same inputs is replaced. `recalculate` also runs the template's current version on the same inputs, with the run's judge and parameters. If that run fails, the response is 400 and no feedback is saved. Each user has one feedback per run: a new one replaces it, and an existing example makes no new version.",
  errors: ["not_found", "required"],
  // Unknown members are ignored, because clients send more than we read.
  body: z.object({
    log_id: id.meta({ description: "The run" }),
    action_type: z.enum(feedbackActions),
    value: value.meta({
      description:
        "Passed or Failed, a number from 0 to 1 (any number for numeric templates), a label, labels, or a text",
    }),
    explanation: z.string().max(10_000).default("").meta({ description: "Why" }),
  }),
  response: z.object({
    message: z.string(),
    feedback_id: id,
    template_version: z
      .string()
      .nullable()
      .meta({ description: "The version that has the example; null unless retuned" }),
    log_id: id.nullable().meta({ description: "The new run; null unless recalculated" }),
  }),
  example: {
    log_id: "00000000-0000-4000-8000-000000000000",
    action_type: "retune",
    value: "Failed",
    explanation: "The parcel is not in Riga.",
  },
});

export const listTemplateFeedback = define({
  name: "listTemplateFeedback",
  method: "GET",
  path: "/model-hub/eval-templates/{id}/feedback-list/",
  tag: "Evaluation templates",
  summary: "List a template's feedback",
  description: "The organization's feedback on a template's runs, newest first. Feedback on deleted runs is left out.",
  params: z.object({ id: id.meta({ description: "Id of the template" }) }),
  query: z.strictObject({
    page: z.int().min(0).max(1_000_000).default(0).meta({ description: "0-based page" }),
    page_size: z.int().min(1).max(100).default(25),
  }),
  response: z.object({
    template_id: id,
    items: z.array(z.object({ ...feedback, log_id: id })),
    total: z.int(),
    page: z.int(),
    page_size: z.int(),
  }),
  example: { page_size: 50 },
});
