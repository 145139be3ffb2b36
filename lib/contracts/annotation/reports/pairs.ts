// Agreement of two annotators, and of one with all others over time.
import { z } from "zod";
import { define } from "../../define";
import { day, id, labelTypes, queueParams, timestamp, timeZone } from "../../shapes";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/{queue_id}/agreement/";
const ACCESS = "For managers and reviewers of the queue, and for Owners and Admins.";
const count = z.int();
const person = z.object({ id, name: z.string() });

const sameness = {
  items: count.meta({ description: "Items that both answered" }),
  same: count.meta({ description: "Items to which both gave the same value" }),
  agreement: z.number().nullable().meta({ description: "same ÷ items, 0 to 1; null without items" }),
  interval: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .meta({ description: "95 %; null if there is too little data" }),
};
const pending = count.meta({ description: "Changes not yet counted; 10000 means 10000 or more" });
const labelId = id.meta({ description: "The label of the answers" });

export const pairAgreement = z.object({ first: person, second: person, ...sameness }).meta({ id: "PairAgreement" });
export type PairAgreement = z.infer<typeof pairAgreement>;

export const listPairAgreements = define({
  name: "listPairAgreements",
  method: "GET",
  path: `${base}pairs/`,
  tag,
  summary: "Agreement under one label, by pair of annotators",
  description: `For each two annotators with common items, the share of items to which they gave the same value under a label, with its 95 % interval. listItems with pair and label_id lists the same items. ${ACCESS}`,
  errors: ["not_found"],
  access: "queue",
  params: queueParams,
  query: z.strictObject({ label_id: labelId }),
  response: z.object({ pairs: z.array(pairAgreement), pending }),
  example: { label_id: "00000000-0000-4000-8000-000000000000" },
});

/** The most categories of a confusion table. */
export const MAX_CATEGORIES = 50;

export const confusion = z
  .object({
    first: person,
    second: person,
    label_type: z.enum(labelTypes),
    ...sameness,
    kappa: z.number().nullable().meta({ description: "Cohen's κ; null if it is 0/0" }),
    categories: z
      .array(z.string())
      .meta({ description: `In the label's order, at most ${MAX_CATEGORIES}: those given most often` }),
    cells: z
      .array(z.object({ first_value: z.string(), second_value: z.string(), items: count }))
      .meta({ description: "Items by what both answered; cells without items are left out" }),
    left_out: count.meta({ description: "Items with a value that is not among the categories" }),
    reason: z.string().nullable().meta({ description: "Why there is no table; null if there is one" }),
    pending,
  })
  .meta({ id: "PairConfusion" });
export type Confusion = z.infer<typeof confusion>;

export const getPairConfusion = define({
  name: "getPairConfusion",
  method: "GET",
  path: `${base}confusion/`,
  tag,
  summary: "Get two annotators' confusion matrix",
  description: `A table of two annotators' values under a label: how many items got which value from the first and which from the second. Labels without a fixed list of values have no table. listItems with pair, label_id, first_value and second_value lists a cell's items. ${ACCESS}`,
  errors: ["not_found"],
  access: "queue",
  params: queueParams,
  query: z.strictObject({
    label_id: labelId,
    first: id.meta({ description: "An annotator, whose values are the rows" }),
    second: id.meta({ description: "Another annotator" }),
  }),
  response: confusion,
  example: {
    label_id: "00000000-0000-4000-8000-000000000000",
    first: "00000000-0000-4000-8000-000000000000",
    second: "00000000-0000-4000-8000-000000000001",
  },
});

const point = z.object({
  from: timestamp.meta({ description: "When the annotator completed the first of these items" }),
  to: timestamp.meta({ description: "When the annotator completed the last of them" }),
  date: day.nullable().meta({ description: "The day in the time zone, if the points are days; null for others" }),
  items: count,
  comparisons: count.meta({ description: "Answers of others to these items" }),
  agreement: z.number().meta({ description: "Share of these answers that are the same as the annotator's" }),
  interval: sameness.interval,
  interval_reason: z.string().nullable(),
});
export type AgreementPoint = z.infer<typeof point>;

export const MAX_RECENT_ITEMS = 3000;

export const getAnnotatorAgreement = define({
  name: "getAnnotatorAgreement",
  method: "GET",
  path: `${base}over-time/`,
  tag,
  summary: "How an annotator's agreement with the others changes",
  description: `The share of the others' answers under a label that are the same as an annotator's, by day or by tens of items, in the order in which the annotator completed them. Covers the annotator's last ${MAX_RECENT_ITEMS} items that somebody else answered too. Texts and text spans are hardly ever the same, so they have no figure. ${ACCESS}`,
  errors: ["not_found"],
  access: "queue",
  params: queueParams,
  query: z.strictObject({
    label_id: labelId,
    annotator_id: id,
    by: z.enum(["items", "day"]).default("items").meta({ description: "What a point is: tens of items, or a day" }),
    time_zone: timeZone.optional().meta({ description: "The time zone of the days, by its IANA name (default: UTC)" }),
  }),
  response: z
    .object({
      annotator: person,
      items: count,
      points: z.array(point).meta({ description: "Oldest first" }),
      reason: z.string().nullable().meta({ description: "Why there are no points; null if there are some" }),
      pending,
    })
    .meta({ id: "AnnotatorAgreement" }),
  example: {
    label_id: "00000000-0000-4000-8000-000000000000",
    annotator_id: "00000000-0000-4000-8000-000000000000",
  },
});
