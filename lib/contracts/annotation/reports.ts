import { z } from "zod";
import { define } from "../define";
import { day, id, labelTypes, queueParams, timestamp, timeZone } from "../shapes";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/{queue_id}/";
const count = z.int();

const time = z
  .object({
    items: count.meta({ description: "Completed items with a known time" }),
    mean_ms: count.nullable(),
    median_ms: count.nullable().meta({ description: "Accurate to about 4 %; null without items" }),
  })
  .meta({ id: "TimePerItem", description: "Time spent on an item; pauses count for five minutes at most" });
export type TimePerItem = z.infer<typeof time>;

const matches = z.object({
  answered: count.meta({ description: "Answers that could be compared" }),
  matching: count,
  share: z.number().nullable().meta({ description: "0 to 1, three decimals; null if nothing was answered" }),
});

const checks = matches
  .extend({ labels: z.record(id, matches).meta({ description: "By label, for labels with answers" }) })
  .meta({ id: "CheckFigures" });
export type CheckFigures = z.infer<typeof checks>;

export const analytics = z
  .object({
    throughput: z.object({
      daily: z
        .array(
          z.object({
            date: day,
            count: count.meta({ description: "Items completed; in a queue with review, items approved" }),
            answered: count.meta({ description: "Items that annotators completed, once per annotator" }),
          }),
        )
        .meta({ description: "The last 30 days in the time zone; days without completions are left out" }),
      total_completed: count,
      avg_per_day: z.number().meta({ description: "Over the last 30 days, one decimal" }),
    }),
    annotator_performance: z.array(
      z.object({
        user_id: id,
        name: z.string(),
        completed: count.meta({ description: "Items, not scores" }),
        skipped: count,
        annotations: count.meta({ description: "Scores" }),
        last_active: timestamp.nullable(),
        time_per_item: time,
        gold: checks.meta({ description: "Answers to gold items that match the known answers" }),
        repeats: checks.meta({ description: "Answers to repeated items that match the annotator's first answers" }),
      }),
    ),
    label_distribution: z.record(
      id,
      z.object({
        name: z.string(),
        type: z.enum(labelTypes),
        values: z.record(z.string(), count).meta({
          description: "Scores by value; a multiple choice counts under each option. Texts are counted together",
        }),
        annotations: count,
        unchecked: z.string().nullable().meta({
          description: "Why answers under the label are not compared with known or earlier answers; null if they are",
        }),
        truncated: z.boolean().meta({ description: "Whether there are more different values than are listed" }),
      }),
    ),
    status_breakdown: z.object({
      pending: count,
      in_review: count.meta({ description: "In progress or waiting for review" }),
      needs_changes: count,
      resubmitted: count,
      completed: count,
      skipped: count,
    }),
    total: count,
    time_per_item: time,
  })
  .meta({ id: "QueueAnalytics" });

export const getQueueAnalytics = define({
  name: "getQueueAnalytics",
  method: "GET",
  path: `${base}analytics/`,
  tag,
  summary: "Throughput, time, annotators and values of a queue, for its managers and reviewers",
  description:
    "Completions per day, each annotator's work, time and accuracy on checks, values by label, and items by state. For managers and reviewers of the queue, and for Owners and Admins, because it shows other annotators' answers.",
  access: "queue",
  params: queueParams,
  query: z.strictObject({
    time_zone: timeZone.optional().meta({ description: "The time zone of the days, by its IANA name (default: UTC)" }),
  }),
  response: analytics,
});

export const agreementMeasure = z
  .object({
    name: z.string().meta({
      description: "percent_agreement, fleiss_kappa, fleiss_kappa_generalized, krippendorff_alpha_ordinal, …",
    }),
    value: z.number().nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why there is no value, for example because it would be 0/0; null if there is one" }),
    items: count,
    comparisons: count,
    left_out: count.meta({ description: "Items with two or more values that the measure could not use" }),
    note: z.string().nullable().meta({
      description:
        "Items that the measure leaves out or weights, if items have different numbers of values; null for none",
    }),
    interval: z
      .object({ low: z.number(), high: z.number(), resamples: count, undefined_resamples: count })
      .nullable()
      .meta({
        description:
          "95 %, by bootstrap over items; null below 60 items (100 if disagreements are weighted by distance), and if it would have no width",
      }),
    interval_reason: z.string().nullable(),
  })
  .meta({ id: "AgreementMeasure" });
export type AgreementMeasure = z.infer<typeof agreementMeasure>;

const share = z.number().nullable();

/** The measures that follow from a label's counters alone, so that they can be stored with them. */
export const labelMeasures = z.object({
  agreement_pct: share.meta({
    description: "Share of items on which all agree, among items with two or more values: 0 to 1; null without any",
  }),
  cohens_kappa: share.meta({ description: "Over all pairs of values, pooled; null for texts and if it is 0/0" }),
  disagreement_count: count,
  items: count.meta({ description: "Items with two or more values" }),
  annotators: count,
  comparisons: count.meta({ description: "Pairs of values on the same item" }),
  fleiss_kappa: share.meta({
    description:
      "Only over items with the most common number of values; the measure fleiss_kappa_generalized covers all items; null if it cannot be computed",
  }),
  krippendorff_alpha: share.meta({
    description: "With the metric that fits the label's type; null if it cannot be computed",
  }),
  measures: z.array(agreementMeasure),
});
export type LabelMeasures = z.infer<typeof labelMeasures>;

export const agreement = z
  .object({
    overall_agreement: share.meta({
      description: "Over all labels except those of the types text and text_spans; null without any to compare",
    }),
    labels: z.record(
      id,
      labelMeasures.extend({
        label_name: z.string(),
        label_type: z.enum(labelTypes),
        disagreement_items: z
          .array(id)
          .meta({ description: "At most 20; all of them by listItems disagreement_label" }),
      }),
    ),
    per_label: z
      .array(labelMeasures.omit({ measures: true }).extend({ label_id: id, label_name: z.string() }))
      .meta({ description: "The figures of `labels` as a list, which published clients read" }),
    annotator_pairs: z.array(
      z.object({
        annotator_1_id: id,
        annotator_1_name: z.string(),
        annotator_2_id: id,
        annotator_2_name: z.string(),
        agreement_pct: share,
        total_comparisons: count,
      }),
    ),
    pending: count.meta({ description: "Changes not yet counted; 10000 means 10000 or more" }),
  })
  .meta({ id: "QueueAgreement" });

export const getQueueAgreement = define({
  name: "getQueueAgreement",
  method: "GET",
  path: `${base}agreement/`,
  tag,
  summary: "Agreement between a queue's annotators, for its managers and reviewers",
  description:
    "How far annotators agree, by label and by pair, with the measures that fit the label's type and 95 % intervals. Changes since the last call are counted first; `pending` is how many are left. For managers and reviewers of the queue, and for Owners and Admins.",
  access: "queue",
  params: queueParams,
  response: agreement,
});
