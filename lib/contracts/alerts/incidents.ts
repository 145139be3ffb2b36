// Incidents: alarms of alerts, until they are over.
import { z } from "zod";
import { define } from "../define";
import { bounds } from "../evaluation/shapes/estimates";
import { id, page, pageQuery, timestamp } from "../shapes";
import { traceFilterFields } from "../traces/trace-filters";
import { alertTag as tag } from "./alerts";
import { alertMeasures, alertSides, incidentStatuses } from "./names";

const who = z.object({ id, name: z.string() }).nullable();

export const incident = z
  .object({
    id,
    alert: z.object({ id, name: z.string(), measure: z.enum(alertMeasures) }),
    project: z.object({ id, name: z.string() }),
    status: z.enum(incidentStatuses),
    side: z.enum(alertSides),
    since: timestamp.meta({ description: "About when the change began" }),
    opened_at: timestamp,
    finding: z.string().meta({ description: "What was found, as a sentence" }),
    requests: z.int().meta({ description: "From `since` until the alarm: traces, verdicts or thumbs" }),
    bad: z.int().nullable().meta({ description: "Null for `daily_cost`, as the share is" }),
    rate: z.number().nullable(),
    rate_interval: bounds.nullable().meta({
      description:
        "95 %, whenever it is read off (a confidence sequence); for independent requests; null for `daily_cost`",
    }),
    limit: z.number().nullable().meta({
      description: "The share that was too much, or for the side `below` too little; null for `daily_cost`",
    }),
    daily_cost: z
      .object({ spent_usd: z.number(), limit_usd: z.number() })
      .nullable()
      .meta({ description: "What the day's traces had cost, and the limit. Only for `daily_cost`; null for others" }),
    week_before: z
      .object({ requests: z.int(), bad: z.int(), rate: z.number() })
      .nullable()
      .meta({ description: "At the same part of the day; null for a fixed limit" }),
    traces: z
      .object(traceFilterFields)
      .pick({
        project_id: true,
        since: true,
        until: true,
        status: true,
        min_latency_ms: true,
        min_cost_usd: true,
        evaluation_id: true,
        verdict: true,
      })
      .nullable()
      .meta({ description: "Filters of the trace list that find the traces behind it; null if no filter does" }),
    acknowledged_at: timestamp.nullable(),
    acknowledged_by: who,
    closed_at: timestamp.nullable().meta({ description: "When it recovered or was closed; null while it is open" }),
    closed_by: who.meta({ description: "Null if it recovered by itself" }),
  })
  .meta({ id: "Incident" });
export type Incident = z.infer<typeof incident>;

const base = "/tracer/incidents/";
const one = `${base}{incident_id}/`;
const params = z.object({ incident_id: id });

export const listIncidents = define({
  name: "listIncidents",
  method: "GET",
  path: base,
  tag,
  summary: "List incidents",
  description: "A page of incidents, the newest first: of all projects, of a project or of an alert.",
  query: z.strictObject({
    ...pageQuery,
    project_id: id.optional().meta({ description: "Of this project" }),
    alert_id: id.optional().meta({ description: "Of this alert" }),
    open: z.boolean().optional().meta({ description: "Whether it is not over yet" }),
  }),
  envelope: "page",
  response: page(incident),
  example: { open: true },
});

export const getIncident = define({
  name: "getIncident",
  method: "GET",
  path: one,
  tag,
  summary: "Get an incident",
  description: "One incident, with the figures of the moment when it was opened.",
  params,
  response: incident,
});

export const acknowledgeIncident = define({
  name: "acknowledgeIncident",
  method: "POST",
  path: `${one}acknowledge/`,
  tag,
  errors: ["conflict"],
  summary: "Acknowledge an incident",
  description:
    "Says that somebody is working on it. The incident stays until it recovers or is closed. Repeating the request changes nothing. Refused once it is over.",
  params,
  response: incident,
});

export const closeIncident = define({
  name: "closeIncident",
  method: "POST",
  path: `${one}close/`,
  tag,
  errors: ["conflict"],
  summary: "Close an incident",
  description:
    "Ends an incident. The alert's test starts over; one that compares with the week before makes its baseline again. Refused once it is over.",
  params,
  response: incident,
});
