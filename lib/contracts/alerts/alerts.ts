// Alerts: shares of a project's traffic that are watched.
import { z } from "zod";
import { define } from "../define";
import { bounds } from "../evaluation/shapes/estimates";
import { MAX_ALERTS, MAX_SETTLE_MINUTES, PREVIEW_DAYS } from "../limits";
import { BLANK, deleted, id, timestamp } from "../shapes";
import { alertComparisons, alertMeasures, alertSides, alertStates } from "./names";

export const alertTag = "Alerts";
const tag = alertTag;

export const share = z.number().gt(0, "Must be above 0.").lt(1, "Must be below 1.");

const settings = {
  comparison: z.enum(alertComparisons).meta({
    description: "`fixed`: with `limit`. `week_before`: with the seven days before, at the same time of day",
  }),
  limit: share.optional().meta({
    description: "The share that is too much, such as 0.05. Needed by `fixed`, but not by `daily_cost`",
  }),
  margin: z
    .number()
    .min(0)
    .max(10)
    .default(0.2)
    .meta({ description: "How much worse than the week before is too much, as a part of it. For `week_before`" }),
  latency_ms: z
    .number()
    .min(1)
    .max(MAX_SETTLE_MINUTES * 60_000)
    .optional()
    .meta({ description: "Above it a trace is slow. Needed by `latency`" }),
  cost_usd: z.number().min(0.000_001, "Must be at least 0.000001.").max(1e6).optional().meta({
    description: "Above it a trace is costly, or a day. Needed by `cost` and `daily_cost`",
  }),
  settle_minutes: z.int().min(1).max(MAX_SETTLE_MINUTES).optional().meta({
    description:
      "How long after a trace began it is looked at; what arrives later is left out. 5 by default, for `latency` at least its limit",
  }),
  false_alarm_days: z.int().min(30).max(100_000).default(1000).meta({
    description: "At most one false alarm in so many days, of all alerts of the project together",
  }),
};

const alertName = z.string().trim().min(1, BLANK).max(100, "At most 100 characters.");

export const newAlert = z.strictObject({
  name: alertName,
  measure: z.enum(alertMeasures).meta({
    description:
      "The share of traces that failed, were slow or costly, of verdicts that are fails, of thumbs that are down; `drift`: verdicts that became more or fewer; `daily_cost`: no share, but what all traces of a day (UTC) cost, with a `fixed` limit",
  }),
  evaluation_id: id.optional().meta({ description: "An evaluation of a task. Needed by `verdicts` and `drift`" }),
  ...settings,
});

export const alert = z
  .object({
    id,
    project_id: id,
    name: z.string(),
    measure: z.enum(alertMeasures),
    comparison: z.enum(alertComparisons),
    limit: z.number().nullable(),
    margin: z.number(),
    latency_ms: z.number().nullable(),
    cost_usd: z.number().nullable(),
    evaluation_id: id.nullable(),
    evaluation: z.string().nullable().meta({ description: "The evaluation's name; null for other measures" }),
    settle_minutes: z.int(),
    false_alarm_days: z.int(),
    enabled: z.boolean(),
    muted_until: timestamp.nullable(),
    state: z.enum(alertStates).meta({
      description: "`learning`: the week before has too little to compare with. `open`: it has an open incident",
    }),
    incident_id: id.nullable().meta({ description: "Its open incident; null for none" }),
    watched_until: timestamp.meta({ description: "What began before was looked at" }),
    created_at: timestamp,
  })
  .meta({ id: "Alert" });
export type Alert = z.infer<typeof alert>;

const ofProject = "/tracer/projects/{project_id}/alerts/";
const one = "/tracer/alerts/{alert_id}/";
const project = z.object({ project_id: id });
const params = z.object({ alert_id: id });
const example = { name: "Errors", measure: "errors", comparison: "fixed", limit: 0.05 };

export const listAlerts = define({
  name: "listAlerts",
  method: "GET",
  path: ofProject,
  tag,
  summary: "List the alerts of a project",
  description: `The project's alerts by name; there are at most ${MAX_ALERTS}.`,
  params: project,
  response: z.object({ project: z.object({ id, name: z.string() }), alerts: z.array(alert) }),
});

export const createAlert = define({
  name: "createAlert",
  method: "POST",
  path: ofProject,
  tag,
  errors: ["conflict"],
  summary: "Create an alert",
  description: `Watches a share from now on. An alarm opens an incident and notifies Owners, Admins and the person who created the alert, in the product, by mail and by webhooks. A project has at most ${MAX_ALERTS}.`,
  params: project,
  body: newAlert,
  response: alert,
  example,
});

export const previewAlert = define({
  name: "previewAlert",
  method: "POST",
  path: `${ofProject}preview/`,
  tag,
  access: "read",
  summary: "Preview what an alert would have found",
  description: `Runs the alert's test over the project's last ${PREVIEW_DAYS} days, and changes nothing. Of a project with very many traces, the newest days.`,
  params: project,
  body: newAlert.omit({ name: true }),
  response: z.object({
    since: timestamp.meta({ description: "What began before was not looked at" }),
    until: timestamp,
    requests: z.int(),
    bad: z.int().nullable().meta({ description: "Null for `daily_cost`" }),
    rate: z.number().nullable(),
    rate_interval: bounds.nullable().meta({ description: "95 %; null if there is too little data" }),
    greatest_day_usd: z
      .number()
      .nullable()
      .meta({ description: "The most that a day cost. Only for `daily_cost`; null for others" }),
    limits: z.object({ from: z.number(), to: z.number() }).nullable().meta({
      description: "The shares that were too much, from the least to the greatest time of day; null if none was known",
    }),
    incidents: z.array(
      z.object({
        side: z.enum(alertSides),
        since: timestamp,
        opened_at: timestamp,
        recovered_at: timestamp.nullable(),
        requests: z.int(),
        bad: z.int().nullable(),
        limit: z.number().nullable(),
        spent_usd: z
          .number()
          .nullable()
          .meta({ description: "Of the whole day. Only for `daily_cost`; null for others" }),
      }),
    ),
  }),
  example: { measure: "errors", comparison: "fixed", limit: 0.05 },
});

export const updateAlert = define({
  name: "updateAlert",
  method: "PATCH",
  path: one,
  tag,
  errors: ["conflict"],
  summary: "Change, mute or switch off an alert",
  description:
    "Changes what is named and leaves the rest. What the alert does not read stays as it is, such as the margin of a fixed limit. If a change alters what is tested, or switches the alert off, the test starts over and an open incident is closed. A muted alert opens nothing until `muted_until`.",
  params,
  body: z.strictObject({
    name: alertName.optional(),
    comparison: settings.comparison.optional(),
    limit: share.optional(),
    margin: settings.margin.unwrap().optional(),
    latency_ms: settings.latency_ms,
    cost_usd: settings.cost_usd,
    settle_minutes: settings.settle_minutes,
    false_alarm_days: settings.false_alarm_days.unwrap().optional(),
    enabled: z.boolean().optional(),
    muted_until: timestamp.nullable().optional(),
  }),
  response: alert,
  example: { limit: 0.02 },
});

export const deleteAlert = define({
  name: "deleteAlert",
  method: "DELETE",
  path: one,
  tag,
  summary: "Delete an alert",
  description: "Deletes an alert and its incidents.",
  params,
  response: deleted,
});
