// Alerts of projects, and the incidents that they open.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  type AlertSide,
  alertComparisons,
  alertMeasures,
  alertSides,
  incidentStatuses,
} from "@/lib/contracts/alerts/names";
import { organizations, users } from "./accounts";
import { createdAt, id, jsonb, moment, updatedAt } from "./columns";
import { evalTaskEvaluations } from "./evaluation/tasks";
import { projects } from "./traces";

/** One way to bet on a change (lib/alerts/rules/detector.ts): greater stakes find great changes sooner. */
export interface AlertBet {
  wealth: number;
  /** What a bet since `since` has made of 1: below 1 it begins again, so that `since` is about when the change began. */
  gain: number;
  since: number;
  requests: number;
  bad: number;
}

export interface AlertDetector {
  bets: AlertBet[];
  /** The minute that was last folded in; null at the beginning. */
  at: number | null;
}

export interface AlertRecovery {
  wealth: number[];
  at: number | null;
  /** The share that is bet against. */
  midway: number;
}

/** Of a part of the day in the week before. Limits are null where that had too little to compare with. */
export interface PartLimits {
  requests: number;
  bad: number;
  above: number | null;
  /** For the requests that are not bad: their share is tested where a share may not fall. */
  below: number | null;
}

export interface AlertBaseline {
  /** The day since 1970 that it is for. */
  day: number;
  parts: PartLimits[];
}

/** All that an alert remembers between two looks. Minutes are those since 1970. */
export interface AlertMemory {
  above: AlertDetector;
  /** Only where a share may also not fall. */
  below: AlertDetector | null;
  /** While an incident is open. */
  incident: { side: AlertSide; recovery: AlertRecovery } | null;
  baseline: AlertBaseline | null;
}

export const alerts = pgTable(
  "alerts",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull(),
    measure: text({ enum: alertMeasures }).notNull(),
    comparison: text({ enum: alertComparisons }).notNull(),
    /** The share that a fixed comparison is with. */
    limitShare: doublePrecision(),
    /** How much worse than the week before is bad, as a part of it. */
    margin: doublePrecision().notNull(),
    /** Above it a trace counts as slow, or as costly. */
    latencyMs: doublePrecision(),
    costUsd: doublePrecision(),
    evaluationId: uuid().references(() => evalTaskEvaluations.id, { onDelete: "cascade" }),
    /** How long after its minute a trace is looked at. */
    settleMinutes: integer().notNull(),
    /** One false alarm in so many days, of all alerts of the project together. */
    falseAlarmDays: integer().notNull(),
    enabled: boolean().notNull().default(true),
    mutedUntil: moment(),
    /** What it has seen so far, and the moment up to which. They change together. */
    memory: jsonb().$type<AlertMemory>().notNull(),
    foldedUntil: moment().notNull(),
    /** Changes with every write to what it remembers or tests. */
    revision: integer().notNull().default(0),
    dueAt: moment().notNull().defaultNow(),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("alerts_name_key").on(table.projectId, table.name),
    index("alerts_due").on(table.dueAt).where(sql`${table.enabled}`),
  ],
);

/** An alarm of an alert, until it is over. Figures are those of the moment when it was opened. */
export const incidents = pgTable(
  "incidents",
  {
    id: id(),
    organizationId: uuid().notNull(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    alertId: uuid()
      .notNull()
      .references(() => alerts.id, { onDelete: "cascade" }),
    status: text({ enum: incidentStatuses }).notNull().default("open"),
    side: text({ enum: alertSides }).notNull(),
    /** About when the change began. */
    since: moment().notNull(),
    openedAt: moment().notNull(),
    /** From `since` until the alarm. */
    requests: integer().notNull(),
    bad: integer().notNull(),
    limitShare: doublePrecision().notNull(),
    /** Above which a trace was slow or costly when it opened; null for other alerts, and in older incidents. */
    latencyMs: doublePrecision(),
    costUsd: doublePrecision(),
    /** Of a day's cost, in micro-dollars: then there is no share, and `bad` is 0. */
    spentMicros: bigint({ mode: "number" }),
    limitMicros: bigint({ mode: "number" }),
    /** Of the week before; null for a fixed limit. */
    requestsBefore: integer(),
    badBefore: integer(),
    acknowledgedAt: moment(),
    acknowledgedBy: uuid().references(() => users.id, { onDelete: "set null" }),
    closedAt: moment(),
    closedBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("incidents_open_key").on(table.alertId).where(sql`${table.closedAt} is null`),
    index("incidents_organization").on(table.organizationId, table.openedAt.desc(), table.id),
    index("incidents_project").on(table.projectId, table.openedAt.desc(), table.id),
    index("incidents_alert").on(table.alertId, table.openedAt.desc(), table.id),
  ],
);
